/** Path to which a page reports what opened a form, as plain text: once per page visit, with no data about the visitor. */
export const OPENED_PATH = '/forms/opened';
