import { CONSENT_COOKIE, CONSENT_DAYS, CONSENT_REVISION, CONSENT_ROOT } from '../content/consent-cookie.ts';
import { everything, type Category, type Choice } from '../frame/consent-choice.ts';
import { randomUuid } from '../frame/visitor.ts';

/** The cookie as vanilla-cookieconsent 3 writes it: choices made while that library kept it still hold. */
type ConsentRecord = {
  categories: string[];
  revision: number;
  data: null;
  consentTimestamp: string;
  consentId: string;
  services: Record<string, string[]>;
  languageCode: 'en';
  lastConsentTimestamp: string;
  /** Milliseconds since 1970. */
  expirationTime: number;
};

/** What the tags of a category leave behind; it goes when consent does. */
const leftBehind: Readonly<Record<Category, RegExp>> = { measurement: /^_g(a|id|at|cl)/, marketing: /^_gcl/ };

/** This visitor's choice; `undefined` where there is none, or something else was asked for when it was made. */
export function readConsent(): Choice {
  const record = storedRecord();
  if (!record || record.revision !== CONSENT_REVISION) return undefined;
  return { categories: everything.filter((category) => record.categories.includes(category)), at: Date.parse(record.lastConsentTimestamp) };
}

export function writeRecord(categories: readonly Category[]): void {
  const before = storedRecord();
  const now = new Date();
  const expires = new Date(now.getTime() + CONSENT_DAYS * 86_400_000);
  const record: ConsentRecord = {
    categories: ['necessary', ...categories],
    revision: CONSENT_REVISION,
    data: null,
    consentTimestamp: before?.consentTimestamp ?? now.toISOString(),
    consentId: before?.consentId ?? randomUuid(),
    services: { necessary: [], measurement: [], marketing: [] },
    languageCode: 'en',
    lastConsentTimestamp: now.toISOString(),
    expirationTime: expires.getTime(),
  };
  writeCookie(CONSENT_COOKIE, encodeURIComponent(JSON.stringify(record)), expires, cookieDomain(location.hostname));
  for (const category of everything) if (!categories.includes(category)) removeCookies(leftBehind[category]);
}

function storedRecord(): ConsentRecord | undefined {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${CONSENT_COOKIE}=`));
  try {
    const record = JSON.parse(decodeURIComponent(found?.slice(CONSENT_COOKIE.length + 1) ?? '')) as Partial<ConsentRecord> | null;
    return Array.isArray(record?.categories) ? (record as ConsentRecord) : undefined;
  } catch {
    return undefined;
  }
}

/** Wherever a tag can have put them: on this host, or on a domain above it. */
function removeCookies(names: RegExp) {
  const labels = location.hostname.split('.');
  const domains = labels.map((_, i) => labels.slice(i).join('.'));
  for (const cookie of document.cookie.split('; ')) {
    const name = cookie.split('=')[0] ?? '';
    if (names.test(name)) for (const domain of [undefined, ...domains]) writeCookie(name, '', new Date(0), domain);
  }
}

function writeCookie(name: string, value: string, expires: Date, domain: string | undefined) {
  // A browser takes no domain of one label.
  const where = domain?.includes('.') ? `; Domain=${domain}` : '';
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${value}; Path=/; Expires=${expires.toUTCString()}${where}; SameSite=Lax${secure}`;
}

/** One choice holds for all of the company's domains below their root. */
function cookieDomain(hostname: string): string {
  return hostname === CONSENT_ROOT || hostname.endsWith(`.${CONSENT_ROOT}`) ? CONSENT_ROOT : hostname;
}
