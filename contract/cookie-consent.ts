// Every page's script has this: what the choice of cookies says stands in cookie-words.ts.

/** Counted up when what is asked for changes: everybody is then asked again. */
export const CONSENT_REVISION = 1;

/** For how long a choice holds. */
export const CONSENT_DAYS = 182;

/** Where the browser tells of a choice that agreed to something, or withdrew it. */
export const CONSENTS_PATH = '/consents';
