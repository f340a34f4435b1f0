import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { Words } from '../../contract/content-fields.ts';
import { companyIn, type CompanyDetails } from '../../contract/company-details.ts';
import { bookingRows } from './rows/booking-rows.ts';
import { deliveryRows } from './rows/delivery-rows.ts';
import { deskRows } from './rows/desk-rows.ts';
import { mailRows } from './rows/mail-rows.ts';
import { operationRows, retentionRows } from './rows/operation-rows.ts';
import type { Setting } from './rows/setting.ts';
import { siteRows } from './rows/site-rows.ts';
import { storeRows } from './rows/store-rows.ts';
import { KEY_WORDS, SettingsError, isSampleAddress, masked } from './setting-values.ts';

/** The declared settings: the parser, `--help` and the table in docs/operating.md read these rows. */
export const declarations = {
  ...siteRows,
  ...bookingRows,
  ...deskRows,
  ...storeRows,
  ...mailRows,
  ...deliveryRows,
  ...operationRows,
  ...retentionRows(),
} as const;

type Declarations = typeof declarations;
type Values = { readonly [K in keyof Declarations]: ReturnType<Declarations[K]['parse']> };

/**
 * The parsed settings. Both origins are always set; other optional settings are `undefined` when unset. `company`, `words` and the settings that the desk
 * may change (company-settings.ts) are read each time they are used.
 */
export type Settings = Values & {
  readonly PUBLIC_URL: string;
  readonly DESK_URL: string;
  readonly company: CompanyDetails;
  readonly atDesk: AtDesk;
  /** What staff published of the site's texts. */
  readonly words: Words;
};

/** What staff published of settings, by name, as they typed it. */
type AtDesk = Readonly<Record<string, string>>;

/** Parses settings from an environment. An empty value counts as unset. @throws SettingsError naming every setting that is wrong */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, row] of Object.entries(declarations)) {
    const given = env[name]?.trim() || row.initial;
    const parsed = attempt(row, given);
    if (parsed instanceof Error) faults.push(`${name}=${maskedSetting(name, given)}: ${parsed.message}. Example: ${name}=${row.example}`);
    else values[name] = parsed;
  }
  faults.push(...sampleAddresses(values), ...sharedOrigin(values), ...halfSets(values), ...passkeysOfProvider(values));
  if (faults.length > 0) throw new SettingsError(`Invalid settings:\n  ${faults.join('\n  ')}`);
  values.PUBLIC_URL ??= `http://localhost:${String(values.PORT)}`;
  values.DESK_URL ??= values.DESK_PORT === undefined ? 'http://localhost' : `http://localhost:${values.DESK_PORT as number}`;
  values.company = companyIn({});
  values.atDesk = {};
  values.words = {};
  return Object.freeze(values) as Settings;
}

/** The process environment, merged over a folder's `.env` file if there is one. */
export function environment(folder: string): Record<string, string | undefined> {
  try {
    return { ...parseEnv(readFileSync(resolve(folder, '.env'), 'utf8')), ...process.env };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return process.env;
    throw new SettingsError(`The file .env cannot be read: ${(error as Error).message}`);
  }
}

function attempt(row: Setting<unknown>, value: string): unknown {
  try {
    return row.parse(value);
  } catch (error) {
    return error;
  }
}

/** Masks the value if it may hold a secret, also where an address was given to a setting that takes none. */
export function maskedSetting(name: string, value: string): string {
  if (name.endsWith('_SECRET') || name === 'CHAT_WEBHOOK_URL' || name === 'BOOKING_CALENDARS') return value === '' ? '' : '***';
  if (value.includes(KEY_WORDS)) return '***';
  return name.endsWith('_URL') || value.includes('://') ? masked(value) : value;
}

/** Reports sample addresses that are set along with a mail server: mails to them would be lost. */
function sampleAddresses(values: Readonly<Record<string, unknown>>): string[] {
  if (values.MAIL_URL === undefined) return [];
  return (['MAIL_FROM', 'STAFF_MAIL', 'HR_MAIL', 'OPS_MAIL'] as const)
    .filter((name) => [values[name]].flat().some((mail) => typeof mail === 'string' && isSampleAddress(mail)))
    .map((name) => `${name}: with MAIL_URL set, an address that exists is needed. Example: ${name}=${declarations[name].example}`);
}

/** Reports a desk on the public origin: public pages there could read what staff see. */
function sharedOrigin({ PUBLIC_URL, DESK_URL, DESK_PORT }: Readonly<Record<string, unknown>>): string[] {
  if (DESK_PORT === undefined || DESK_URL === undefined || DESK_URL !== PUBLIC_URL) return [];
  return [`DESK_URL: another origin than PUBLIC_URL is needed. Example: DESK_URL=${declarations.DESK_URL.example}`];
}

/** Settings that have to be set together. */
const sets = [
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['SALESFORCE_KEY', 'SALESFORCE_CLIENT_ID', 'SALESFORCE_USERNAME'],
] as const;

function halfSets(values: Readonly<Record<string, unknown>>): string[] {
  return sets.flatMap((names) => {
    const missing = names.filter((name) => values[name] === undefined);
    if (missing.length === 0 || missing.length === names.length) return [];
    return missing.map((name) => `${name}: it is needed with the others. Example: ${name}=${declarations[name].example}`);
  });
}

/** Reports required passkeys along with an OpenID provider: the provider signs staff in, so nobody could use a passkey here. */
function passkeysOfProvider({ OIDC_ISSUER, DESK_PASSKEYS }: Readonly<Record<string, unknown>>): string[] {
  if (OIDC_ISSUER === undefined || DESK_PASSKEYS !== 'required') return [];
  return [
    'DESK_PASSKEYS: with OIDC_ISSUER the company’s provider decides how staff sign in: set it there. Example: DESK_PASSKEYS=optional',
  ];
}

export function settingsHelp(): string {
  return Object.entries(declarations)
    .map(
      ([name, row]) =>
        `  ${name.padEnd(13)} ${row.help}${row.initial === '' ? '' : ` [${row.initial}]`}\n${' '.repeat(16)}e.g. ${name}=${row.example}`,
    )
    .join('\n');
}

export function settingsTable(): string {
  const rows = Object.entries(declarations).map(
    ([name, row]) => `| \`${name}\` | ${row.initial === '' ? '' : `\`${row.initial}\``} | ${row.help} | \`${row.example}\` |`,
  );
  return ['| setting | default | meaning | example |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
