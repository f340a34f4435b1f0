// Facts of the choice of cookies. The domains are samples: replace them first. What exactly is stored stands in cookies.ts.

/** The root of the company's domains that one choice holds for. */
export const CONSENT_ROOT = 'cognitivepro.example';

export const consentDomains = {
  sample: true,
  root: CONSENT_ROOT,
  names: ['www.cognitivepro.example', 'platform.cognitivepro.example'],
} as const;

export const CONSENT_COOKIE = 'consent';
