/** Placeholder for the token in the prerendered `/verify` pages; the server replaces it. */
export const TOKEN_PLACEHOLDER = '__VERIFICATION_TOKEN__';
/** Placeholder for the path that a confirmed visitor goes on to. */
export const NEXT_PLACEHOLDER = '/__NEXT_PATH__';

/** Placeholder for the words that the visitor agrees to. */
export const AGREED_PLACEHOLDER = '__AGREED_WORDS__';

/**
 * The confirming page contains the line of a request twice, selected and not selected, with this mark before, between and behind them. The server
 * writes one of them for each request.
 */
export const REQUEST_MARK = '__REQUEST__';
/** Placeholders in that line for the data of a request. */
export const requestMarks = {
  id: '__REQUEST_ID__',
  title: '__REQUEST_TITLE__',
  /** '21 November 2026 at 10:14 CET': in TIME_ZONE, because the page has no script that knows the reader's time zone. */
  time: '__REQUEST_TIME__',
  iso: '__REQUEST_ISO__',
  /** For example '5 minutes ago'. */
  ago: '__REQUEST_AGO__',
  /** 'Sent from this browser', 'and 110 more like it', or nothing. */
  note: '__REQUEST_NOTE__',
} as const;

/** Mark before and behind a link to further requests; the server repeats the link for each page of them. */
export const MORE_MARK = '__MORE_REQUESTS__';
export const moreMarks = { page: '__MORE_PAGE__', text: '__MORE_TEXT__' } as const;

/** Marks that the server replaces by the label of the report's present edition, the last day of its figures, and its file name. */
export const editionMarks = { label: '[edition-label]', to: '[edition-to]', file: '[edition-file]' } as const;
