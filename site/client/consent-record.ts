import { CONSENT_DAYS, CONSENT_REVISION, CONSENTS_PATH } from '../../contract/cookie-consent.ts';
import { CONSENT_COOKIE, CONSENT_ROOT } from '../content/consent-cookie.ts';
import { everything, type Category, type Choice } from '../frame/consent-choice.ts';
import { pageSetting } from '../frame/page-setting.ts';
import { randomUuid } from '../frame/visitor.ts';

/** Also the format of vanilla-cookieconsent 3, which used to write this cookie: choices made with it stay valid. */
type ConsentRecord = {
  categories: string[];
  revision: number;
  consentTimestamp: string;
  consentId: string;
  lastConsentTimestamp: string;
};

/** Cookies that the tags of a category set; they are deleted when consent is withdrawn. */
const leftBehind: Readonly<Record<Category, RegExp>> = { measurement: /^_g(a|id|at|cl)/, marketing: /^_gcl/ };

/** This visitor's choice; undefined if there is none, or if it answers an older revision of the request. */
export function readConsent(): Choice {
  const record = storedRecord();
  if (!record || record.revision !== CONSENT_REVISION) return undefined;
  return { categories: everything.filter((category) => record.categories.includes(category)), at: Date.parse(record.lastConsentTimestamp) };
}

/**
 * Stores the choice in this browser. A choice that gives or withdraws consent is also sent to the server, as evidence.
 * @param banner whether it was made at the banner, not in the dialog
 */
export function writeRecord(categories: readonly Category[], banner?: boolean): void {
  const before = storedRecord();
  const now = new Date();
  const expires = new Date(now.getTime() + CONSENT_DAYS * 86_400_000);
  const record: ConsentRecord = {
    categories: ['necessary', ...categories],
    revision: CONSENT_REVISION,
    consentTimestamp: before?.consentTimestamp ?? now.toISOString(),
    consentId: before?.consentId ?? randomUuid(),
    lastConsentTimestamp: now.toISOString(),
  };
  // One choice is valid for all of the company's domains below their root.
  const domain = `.${location.hostname}`.endsWith(`.${CONSENT_ROOT}`) ? CONSENT_ROOT : location.hostname;
  writeCookie(CONSENT_COOKIE, encodeURIComponent(JSON.stringify(record)), expires, domain);
  if (categories[0] || before?.categories[1])
    navigator.sendBeacon?.(pageSetting('api') + CONSENTS_PATH, JSON.stringify({ ...record, page: location.pathname, banner }));
  for (const category of everything) if (!categories.includes(category)) removeCookies(leftBehind[category]);
}

function storedRecord(): ConsentRecord | undefined {
  const [, found = ''] = new RegExp(`(?:^|; )${CONSENT_COOKIE}=([^;]*)`).exec(document.cookie) ?? [];
  try {
    const record = JSON.parse(decodeURIComponent(found)) as Partial<ConsentRecord> | null;
    return Array.isArray(record?.categories) ? (record as ConsentRecord) : undefined;
  } catch {
    return undefined;
  }
}

/** Deletes cookies on this host and on every domain above it, where a tag may have set them. */
function removeCookies(names: RegExp) {
  const labels = location.hostname.split('.');
  for (const cookie of document.cookie.split('; ')) {
    const name = cookie.split('=')[0] ?? '';
    // The last label alone stands for this host.
    if (names.test(name)) for (const i of labels.keys()) writeCookie(name, '', new Date(0), labels.slice(i).join('.'));
  }
}

function writeCookie(name: string, value: string, expires: Date, domain: string) {
  // Browsers refuse a cookie domain of one label.
  const where = domain.includes('.') ? `; Domain=${domain}` : '';
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${value}; Path=/; Expires=${expires.toUTCString()}${where}; SameSite=Lax${secure}`;
}
