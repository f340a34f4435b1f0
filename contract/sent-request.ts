/** Name of the cookie that tells the page behind a mail's link which request was sent from this browser. */
export const SENT_REQUEST_COOKIE = 'sent-request';
