import type { Post } from './post.ts';

/** As long as the server waits for a body: a CV over a slow phone network takes time. */
const UPLOAD_TIMEOUT_MS = 180_000;

/** Uses XMLHttpRequest, because only it reports the progress of an upload. */
export const postFile: Post = ({ url, headers, body, onProgress }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.timeout = UPLOAD_TIMEOUT_MS;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => resolve(responseOf(request)));
    for (const end of ['error', 'timeout', 'abort'] as const) request.addEventListener(end, () => reject(new Error(end)));
    request.send(body);
  });

function responseOf(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('retry-after');
  const headers = { 'content-type': 'application/json', ...(retryAfter !== null && { 'retry-after': retryAfter }) };
  // Our answers always have a body, except 204, which must not have one.
  return new Response(request.responseText || null, { status: request.status, headers });
}
