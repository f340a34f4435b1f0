/** Where a page tells that a form was opened: once for a visit to the page, and nothing of who did. */
export const OPENED_PATH = '/forms/opened';

/** What opens the form of the report, which stands on a page of its own. */
export const REPORT_CALLER = 'getreport';
