// Settings of the consent cookie. The domains are samples: replace them first. What exactly is stored is listed in cookies.ts.

/** Root of the company's domains for which one choice is valid. */
export const CONSENT_ROOT = 'cognitivepro.example';

export const consentDomains = {
  sample: true,
  root: CONSENT_ROOT,
  names: ['www.cognitivepro.example', 'platform.cognitivepro.example'],
} as const;

export const CONSENT_COOKIE = 'consent';
