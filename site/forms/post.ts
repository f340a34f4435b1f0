type PostRequest = {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | FormData;
  onProgress?: ((share: number) => void) | undefined;
};

/** Posts a body. Rejects where no answer came. */
export type Post = (request: PostRequest) => Promise<Response>;

const TIMEOUT_MS = 20_000;
/** As long as the server itself waits for a body: a CV over a slow phone network takes its time. */
const UPLOAD_TIMEOUT_MS = 180_000;

/** By fetch, which outlives the page; where progress is asked for by XMLHttpRequest, which alone tells it. */
export const postBody: Post = (request) => (request.onProgress ? upload(request) : send(request));

function send({ url, headers, body }: PostRequest): Promise<Response> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return fetch(url, { method: 'POST', headers, body, keepalive: true, credentials: 'same-origin', signal });
}

function upload({ url, headers, body, onProgress }: PostRequest): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.timeout = UPLOAD_TIMEOUT_MS;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => resolve(responseOf(request)));
    for (const end of ['error', 'timeout', 'abort'] as const) request.addEventListener(end, () => reject(new Error(end)));
    request.send(body);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('retry-after');
  const headers = { 'content-type': 'application/json', ...(retryAfter !== null && { 'retry-after': retryAfter }) };
  // No answer of ours is without a body, and an empty text cannot go with 204.
  return new Response(request.responseText || null, { status: request.status, headers });
}
