type PostRequest = {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | FormData;
  onProgress?: ((share: number) => void) | undefined;
};

/** Posts a body. Rejects if no answer came. */
export type Post = (request: PostRequest) => Promise<Response>;

const TIMEOUT_MS = 20_000;

/** Continues after the page is left. */
export const postBody: Post = ({ url, headers, body }) => {
  // iOS 15 has no AbortSignal.timeout.
  const signal = 'timeout' in AbortSignal ? AbortSignal.timeout(TIMEOUT_MS) : null;
  return fetch(url, { method: 'POST', headers, body, keepalive: true, credentials: 'same-origin', signal });
};
