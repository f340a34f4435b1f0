/** The text that stands in for the token in the prerendered `/verify` pages; the server replaces it. */
export const TOKEN_PLACEHOLDER = '__VERIFICATION_TOKEN__';
/** The text that stands in for the path a confirmed visitor goes on to. */
export const NEXT_PLACEHOLDER = '/__NEXT_PATH__';

/** The text that stands in for the words that are agreed to. */
export const AGREED_PLACEHOLDER = '__AGREED_WORDS__';

/**
 * The line of a request on the confirming page stands there twice, picked and not, with this mark before, between and behind; each has one.
 */
export const REQUEST_MARK = '__REQUEST__';
/** The texts in that line that stand for what is known of a request. */
export const requestMarks = {
  id: '__REQUEST_ID__',
  title: '__REQUEST_TITLE__',
  /** '21 November 2026 at 10:14 CET': in TIME_ZONE, for the page has no script that knows its reader's. */
  time: '__REQUEST_TIME__',
  iso: '__REQUEST_ISO__',
  /** '5 minutes ago'. */
  ago: '__REQUEST_AGO__',
  /** 'Sent from this browser', 'and 110 more like it', or nothing. */
  note: '__REQUEST_NOTE__',
} as const;

/** A link to more requests than a page lists: it stands there once for each, with this mark before and behind. */
export const MORE_MARK = '__MORE_REQUESTS__';
export const moreMarks = { page: '__MORE_PAGE__', text: '__MORE_TEXT__' } as const;
