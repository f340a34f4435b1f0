/** Where a page tells what opened a form, as plain text: once for a visit to the page, and nothing of who did. */
export const OPENED_PATH = '/forms/opened';
