/** The cookie by which the page behind a link of ours knows the request that this browser sent. */
export const SENT_REQUEST_COOKIE = 'sent-request';
