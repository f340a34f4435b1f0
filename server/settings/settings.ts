import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { companyName } from '../../contract/company.ts';
import { retention, retentionSettings, type RetentionSetting } from '../../contract/retention-periods.ts';
import {
  SettingsError,
  daysFrom,
  database,
  contact,
  folder,
  id,
  isSampleAddress,
  mailbox,
  mailboxes,
  masked,
  names,
  oneOf,
  optional,
  origin,
  percentBetween,
  port,
  proxy,
  s3,
  scanner,
  secret,
  text,
  timeZone,
  url,
  whole,
} from './setting-values.ts';

/** The declared settings: the parser, `--help` and the table in docs/operating.md read these rows. */
export const declarations = {
  PORT: setting('3000', 'Port the site is served on.', '3000', port),
  HOST: setting('127.0.0.1', 'Address the server listens on.', '0.0.0.0', text),
  PUBLIC_URL: setting(
    '',
    'Origin that visitors see; links in mails and canonical addresses start with it. Default: http://localhost:PORT.',
    'https://www.example.com',
    optional(origin),
  ),
  DATA_DIR: setting(
    'data',
    'Folder of the embedded store, of uploaded files and of mails that are kept as files.',
    '/var/lib/cognitive',
    text,
  ),
  DATABASE_URL: setting(
    '',
    'PostgreSQL to use in place of the embedded store. Several hosts, separated by commas, are tried in turn for the primary.',
    'postgres://user:secret@db-a.example.com:5432,db-b.example.com:5432/leads',
    optional(database),
  ),
  DATABASE_POOL: setting('10', 'Connections to PostgreSQL that one server keeps at most.', '20', whole(2, 1000)),
  DATABASE_WAIT_MS: setting('3000', 'Milliseconds that a form waits for a connection to PostgreSQL.', '10000', whole(100, 60_000)),
  DATABASE_TLS: setting(
    '',
    'Encryption to PostgreSQL: off, unverified (encrypted, whoever answers), or verify (certificate and host). Default: as sslmode in DATABASE_URL says, and verify with DATABASE_CA.',
    'verify',
    optional(oneOf('off', 'unverified', 'verify')),
  ),
  DATABASE_CA: setting(
    '',
    'File with the certificate (PEM) of the authority that signed PostgreSQL’s. Default: the authorities that Node knows.',
    '/etc/ssl/db-ca.pem',
    optional(text),
  ),
  POSTGRES_BIN: setting(
    '',
    'Folder of pg_dump, pg_restore and psql, where npm run backup and npm run restore do not find them.',
    '/usr/lib/postgresql/17/bin',
    optional(text),
  ),
  MAIL_URL: setting(
    '',
    'Mail server. Without it every message becomes an .eml file in DATA_DIR/mail.',
    'smtps://user:secret@smtp.example.com:465',
    optional(url('smtp:', 'smtps:')),
  ),
  MAIL_FROM: setting(
    `${companyName} <no-reply@cognitivepro.example>`,
    'Sender of every message; an address without a name gets the company’s.',
    `${companyName} <no-reply@example.com>`,
    mailbox,
  ),
  STAFF_MAIL: setting(
    'sales@cognitivepro.example',
    'Who gets the notice of a verified lead; several are separated by commas.',
    'sales@example.com, ceo@example.com',
    mailboxes,
  ),
  SINGLE_NOTICES: setting('3', 'Notices of one kind that leave singly in two minutes; more come together.', '20', whole(1, 10_000)),
  HR_MAIL: setting(
    'careers@cognitivepro.example',
    'Who gets the notice of an application; several are separated by commas.',
    'careers@example.com',
    mailboxes,
  ),
  OPS_MAIL: setting(
    '',
    'Who is told of what needs a person: jobs that failed for good, old queues, and every Monday what waits. Several are separated by commas.',
    'ops@example.com',
    optional(mailboxes),
  ),
  TIME_ZONE: setting('Europe/Rome', 'Time zone of the times in mails to staff, an IANA name.', 'Europe/London', timeZone),
  FILES_URL: setting(
    '',
    'Bucket of S3, or of what speaks its protocol, for CVs, in place of DATA_DIR/files; s3+http: without TLS. A / in the secret is written %2F.',
    's3://KEY:SECRET@s3.eu-south-1.amazonaws.com/bucket/prefix?region=eu-south-1',
    optional(s3),
  ),
  DISK_RESERVE_MB: setting(
    '200',
    'Free space on the disk of DATA_DIR under which CVs are refused, in MB; forms without a file go on.',
    '1000',
    whole(0, 1_000_000),
  ),
  UPLOADS_MB_PER_DAY: setting(
    '2000',
    'What all CVs of 24 hours may come to, on every server together, in MB.',
    '500',
    whole(3, 10_000_000),
  ),
  CLAMD_URL: setting(
    '',
    'Virus scanner (clamd) that releases a CV. Without it CVs are marked as unscanned.',
    'tcp://127.0.0.1:3310',
    optional(scanner),
  ),
  MEETING_URL: setting(
    '',
    'Calendar in which a verified visitor picks the time of the demo. Without it the mail asks for a reply with suitable times.',
    'https://calendar.example.com/demo',
    optional(url('http:', 'https:')),
  ),
  PLATFORM_URL: setting(
    'https://platform.cognitivepro.example',
    'Where Login leads, in a new tab.',
    'https://platform.example.com',
    url('http:', 'https:'),
  ),
  API_URL: setting('', "Origin of the calls the site makes. Default: the site's own.", 'https://api.example.com', optional(origin)),
  FLAGS_URL: setting(
    '',
    "Folder of the countries' flags, <code>.svg each. Default: the site's own.",
    'https://cdn.example.com/flags',
    optional(folder),
  ),
  CONSENT_ID: setting(
    '',
    "Domain group of the consent provider (Cookiebot), which then asks for consent in place of the site's own banner.",
    '6c7a3e5d-0f1b-4b58-9a52-3f0d8f6f2f11',
    optional(id(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, 'an id in five groups of hexadecimal digits')),
  ),
  GTM_ID: setting(
    '',
    'Container of the tag manager (Google), loaded once a visitor agreed to measurement or marketing.',
    'GTM-ABC1234',
    optional(id(/^GTM-[A-Z\d]{4,12}$/, 'an id that begins with GTM-')),
  ),
  MARKETING_URL: setting(
    '',
    "Where the 'Download' event goes, with the visitor id, once a visitor agreed to marketing.",
    'https://events.example.com/track',
    optional(url('https:')),
  ),
  PRODUCTS: setting('cognitivepro,www', 'Product names accepted in the address of a form.', 'cognitivepro,www', names),
  LINK_HOURS: setting('72', 'Hours a confirmation link stays valid.', '72', whole(1, 24 * 30)),
  MAIL_PER_HOUR: setting('3', 'Mails an hour that one visitor address may get.', '3', whole(1, 1000)),
  MAIL_PER_DAY: setting('10', 'Mails a day that one visitor address may get.', '10', whole(1, 10000)),
  FIRST_MAILS_PER_HOUR: setting(
    '500',
    'Mails an hour to addresses that nobody has verified, all together. Further ones wait, and OPS_MAIL is told.',
    '500',
    whole(1, 1_000_000),
  ),
  FIRST_MAILS_PER_DAY: setting('2000', 'The same for a day.', '2000', whole(1, 1_000_000)),
  MIN_FILL_MS: setting(
    '2000',
    'A form sent faster than this after it opened is marked as suspected spam, in milliseconds; one of few answers after 15 % of it for each. 0 turns it off.',
    '1000',
    whole(0, 60000),
  ),
  RISK_FREE_RATE: setting('0', 'Annual risk-free rate of the Sharpe ratios, in percent.', '2.5', percentBetween(-10, 50)),
  SAMPLES: setting('on', 'Whether a new store begins with the sample portfolios and papers.', 'off', oneOf('on', 'off')),
  RATE_LIMIT: setting('on', 'Limits of requests per client. `off` for load tests only.', 'off', oneOf('on', 'off')),
  TRUST_PROXY: setting(
    '',
    'Proxies whose X-Forwarded-For is believed: a number of hops, or addresses and networks separated by commas.',
    '1',
    optional(proxy),
  ),
  ...periods(),
  DRAIN_MS: setting(
    '0',
    'Milliseconds that the server goes on serving after SIGTERM, with /readyz 503, so that a proxy sends its visitors elsewhere first.',
    '5000',
    whole(0, 600_000),
  ),
  LOG_LEVEL: setting(
    'info',
    'Least severe log line that is written.',
    'warn',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
  BOUNCE_SECRET: setting(
    '',
    'Password by which the mail provider (Postmark, or Amazon SES by way of SNS) reports bounces at /webhooks/bounces.',
    'a-long-random-password',
    optional(secret),
  ),
  SECURITY_CONTACT: setting(
    '',
    'Whom to tell of a fault in security, in /.well-known/security.txt: an e-mail address, or that of a page. Default: the contact page.',
    'security@example.com',
    optional(contact),
  ),
  LOG_REQUESTS: setting(
    'off',
    'Whether each answer gets a line in the log: method, route, status and time; never an address, a query or a client.',
    'on',
    oneOf('on', 'off'),
  ),
  METRICS_PORT: setting('', 'Port on which Prometheus gets the metrics, at /metrics. Without it there are none.', '9464', optional(port)),
  METRICS_HOST: setting('127.0.0.1', 'Address that the metrics are served on, never a public one.', '10.0.0.5', text),
} as const;

type Declarations = typeof declarations;
type Values = { readonly [K in keyof Declarations]: ReturnType<Declarations[K]['parse']> };

/** What the server runs on. `PUBLIC_URL` is always filled; the other optional ones are `undefined` when unset. */
export type Settings = Values & { readonly PUBLIC_URL: string };

/**
 * Settings from an environment; an empty value counts as unset.
 * @throws SettingsError naming every setting that is wrong
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, row] of Object.entries(declarations)) {
    const given = env[name]?.trim() || row.initial;
    const parsed = attempt(row, given);
    if (parsed instanceof Error) faults.push(`${name}=${shown(name, given)}: ${parsed.message}. Example: ${name}=${row.example}`);
    else values[name] = parsed;
  }
  faults.push(...sampleAddresses(values));
  if (faults.length > 0) throw new SettingsError(`Invalid settings:\n  ${faults.join('\n  ')}`);
  values.PUBLIC_URL ??= `http://localhost:${String(values.PORT)}`;
  return Object.freeze(values) as Settings;
}

/** The process's environment over the `.env` file of a folder, where there is one. */
export function environment(folder: string): Record<string, string | undefined> {
  try {
    return { ...parseEnv(readFileSync(resolve(folder, '.env'), 'utf8')), ...process.env };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return process.env;
    throw new SettingsError(`The file .env cannot be read: ${(error as Error).message}`);
  }
}

type Setting<T> = { initial: string; help: string; example: string; parse: (value: string) => T };

function setting<T>(initial: string, help: string, example: string, parse: (value: string) => T): Setting<T> {
  return { initial, help, example, parse };
}

function periods(): Readonly<Record<RetentionSetting, Setting<number>>> {
  const entries = retentionSettings.map((name) => {
    const { days, least, what, since } = retention[name];
    const help = `${what}: removed so many days after ${since}. 0: never by itself.`;
    return [name, setting(String(days), help, String(days || 1825), daysFrom(least))] as const;
  });
  return Object.fromEntries(entries) as Record<RetentionSetting, Setting<number>>;
}

function attempt(row: Setting<unknown>, value: string): unknown {
  try {
    return row.parse(value);
  } catch (error) {
    return error;
  }
}

/** Secrets stay out of the message, also where an address was given to a setting that takes none. */
function shown(name: string, value: string): string {
  if (name.endsWith('_SECRET')) return '***';
  return name.endsWith('_URL') || value.includes('://') ? masked(value) : value;
}

/** With a mail server, a sample's address would lose every notice. */
function sampleAddresses(values: Readonly<Record<string, unknown>>): string[] {
  if (values.MAIL_URL === undefined) return [];
  return (['MAIL_FROM', 'STAFF_MAIL', 'HR_MAIL', 'OPS_MAIL'] as const)
    .filter((name) => [values[name]].flat().some((mail) => typeof mail === 'string' && isSampleAddress(mail)))
    .map((name) => `${name}: with MAIL_URL set, an address that exists is needed. Example: ${name}=${declarations[name].example}`);
}
