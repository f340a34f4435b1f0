// Facts of the choice of cookies. The domains are samples: replace them first. What exactly is stored stands in cookies.ts.

/** The company's domains that one choice holds for, and the root that they share. */
export const consentDomains = {
  sample: true,
  root: 'cognitivepro.example',
  names: ['www.cognitivepro.example', 'platform.cognitivepro.example'],
} as const;

/** The cookie that keeps the choice, and for how long. */
export const CONSENT_COOKIE = 'consent';
export const CONSENT_DAYS = 182;
/** Counted up when what is asked for changes: everybody is then asked again. */
export const CONSENT_REVISION = 1;
