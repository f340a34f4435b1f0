// Loaded by every page's script. The words of the cookie banner are in cookie-words.ts, which pages do not load.

/** Increase it when the request for consent changes: every visitor is then asked again. */
export const CONSENT_REVISION = 1;

/** For how many days a choice is valid. */
export const CONSENT_DAYS = 182;

/** Path to which the browser reports a choice that gives or withdraws consent. */
export const CONSENTS_PATH = '/consents';
