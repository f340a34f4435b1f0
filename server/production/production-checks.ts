import type { CallResult } from '../../contract/calls/desk/call.ts';
import type { readSettingsCall } from '../../contract/calls/desk/settings-calls.ts';
import { dateLabel } from '../../contract/figures/reporting-date.ts';
import { isSampleAddress } from '../settings/setting-values.ts';
import type { ProductionFacts } from './production-facts.ts';

export type ProductionCheck = CallResult<typeof readSettingsCall>['checks'][number];

/** All checks, the most important first. The desk and the command line show the same. */
export function productionChecks(facts: ProductionFacts): ProductionCheck[] {
  const checks = declared.map(({ look, ...check }) => ({ ...check, ...look(facts) }));
  return states.flatMap((state) => checks.filter((check) => check.state === state));
}

const states = ['lacking', 'advised', 'done'] as const;

type Found = Pick<ProductionCheck, 'state' | 'found'>;
type Declared = Omit<ProductionCheck, keyof Found> & { look: (facts: ProductionFacts) => Found };

const DAY = 24 * 3_600_000;

const lacking = (found: string): Found => ({ state: 'lacking', found });
const advised = (found: string): Found => ({ state: 'advised', found });
const done = (found: string): Found => ({ state: 'done', found });

function isLocal(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}

function https(url: string): Found {
  if (isLocal(url)) return lacking(`${url}: nobody but this machine reaches it`);
  return url.startsWith('https:') ? done(url) : lacking(`${url}: without TLS`);
}

const sampleWords: { [Kind in keyof ProductionFacts['samples']]: (count: number) => string } = {
  portfolios: (count) => (count === 1 ? '1 portfolio' : `${count} portfolios`),
  papers: (count) => (count === 1 ? '1 paper' : `${count} papers`),
  leads: (count) => (count === 1 ? '1 lead, message or application' : `${count} leads, messages and applications`),
};

const declared: readonly Declared[] = [
  {
    id: 'mail-server',
    title: 'A mail server',
    why: 'Without it no visitor confirms an address, and nobody of the staff is told of a lead: mails become files.',
    mend: 'set MAIL_URL, as in smtps://user:password@mail.example.com',
    look: ({ settings }) => (settings.MAIL_URL === undefined ? lacking('None is set') : done(new URL(settings.MAIL_URL).host)),
  },
  {
    id: 'mail-addresses',
    title: 'Addresses of staff that exist',
    why: 'Notices to a sample’s address reach nobody.',
    mend: 'set MAIL_FROM, STAFF_MAIL and HR_MAIL to addresses of yours',
    look: ({ settings }) => {
      const samples = (['MAIL_FROM', 'STAFF_MAIL', 'HR_MAIL'] as const).filter((name) => [settings[name]].flat().some(isSampleAddress));
      return samples.length === 0 ? done('All of them exist, as far as their names say') : lacking(`Still samples: ${samples.join(', ')}`);
    },
  },
  {
    id: 'public-address',
    title: 'The public address, over https',
    why: 'Links in mails begin with it; forms and cookies need TLS.',
    mend: 'set PUBLIC_URL to the address that visitors see, as in https://www.example.com',
    look: ({ settings }) => https(settings.PUBLIC_URL),
  },
  {
    id: 'desk-address',
    title: 'The desk’s address, over https',
    why: 'Links in mails to staff begin with it, and passkeys belong to its name.',
    mend: 'set DESK_URL to the address that staff see, as in https://desk.example.com',
    look: ({ settings }) => (settings.DESK_PORT === undefined ? done('The desk is off') : https(settings.DESK_URL)),
  },
  {
    id: 'samples',
    title: 'No samples',
    why: 'Visitors take them for your figures, and staff for people.',
    mend: 'replace or remove them under Track records and Papers; npm run desk -- sample --remove takes the leads, messages and applications. A new store has none with SAMPLES=off',
    look: ({ samples }) => {
      const found = Object.entries(samples).filter(([, count]) => count > 0);
      return found.length === 0
        ? done('There is none')
        : lacking(found.map(([what, count]) => sampleWords[what as keyof typeof sampleWords](count)).join(', '));
    },
  },
  {
    id: 'reporting-date',
    title: 'A reporting date of the last quarter',
    why: 'Cards, report and file names show figures up to it, and nothing later.',
    mend: 'publish another one on the desk under Track records, Reporting date, or with npm run portfolios -- date',
    look: ({ reporting: { day, past, isOld, next } }) => {
      const later = past.length === 0 ? '' : `, ${past.length} ${past.length === 1 ? 'record has' : 'records have'} later days`;
      const found = `${dateLabel(day)}${later}${next === undefined ? '' : `, all reach ${next}`}`;
      return isOld || next !== undefined ? advised(found) : done(found);
    },
  },
  {
    id: 'short-records',
    title: 'Records of twelve months and more',
    why: 'Figures of under twelve months are public only where a lawyer allowed it.',
    mend: 'wait until they have twelve months, or give the reason in SHORT_RECORDS',
    look: ({ reporting: { short }, settings: { SHORT_RECORDS } }) => {
      const allowed = SHORT_RECORDS === undefined ? '' : `Shorter ones are allowed: ${SHORT_RECORDS}. `;
      if (short.length === 0) return done(`${allowed}None is shorter`);
      return SHORT_RECORDS === undefined ? advised(`Not shown: ${short.join(', ')}`) : done(`${allowed}Shorter: ${short.join(', ')}`);
    },
  },
  {
    id: 'legal-details',
    title: 'Legal details of your own',
    why: 'Company number, VAT and regulator stand on every page, in mails and in reports, marked as samples.',
    mend: 'replace them at the desk, under Words, “The company and its legal details”, and empty the mark of the sample there',
    look: ({ sampleLegalDetails }) => (sampleLegalDetails ? lacking('Still samples') : done('They are not marked as samples')),
  },
  {
    id: 'backup',
    title: 'A backup of the last day',
    why: 'What is lost with a disk is as old as the last one.',
    mend: 'let npm run backup -- FOLDER --every 6h run beside the server',
    look: ({ lastBackup, now }) => {
      if (lastBackup === undefined) return lacking('None was made from here');
      const hours = Math.max(0, Math.round((now - lastBackup) / 3_600_000));
      return now - lastBackup > DAY ? lacking(`The last is ${hours} hours old`) : done(`The last is ${hours} hours old`);
    },
  },
  {
    id: 'alerts-address',
    title: 'Somebody who is told what goes wrong',
    why: 'What failed for good, a mail server that is down and limits of mail that are reached are told by mail to this address alone. Without it only the log says them.',
    mend: 'set OPS_MAIL to the address of whoever keeps the server running',
    look: ({ settings }) => (settings.OPS_MAIL === undefined ? lacking('Nobody') : done(settings.OPS_MAIL.join(', '))),
  },
  {
    id: 'alerts',
    title: 'Nothing that needs somebody',
    why: 'These were told, and are not over.',
    mend: 'look under Deliveries on the desk, or with npm run jobs -- --status dead',
    look: ({ alerts }) => (alerts === 0 ? done('Nothing') : lacking(alerts === 1 ? 'One cause' : `${alerts} causes`)),
  },
  {
    id: 'disk',
    title: 'Room on the disk',
    why: 'Under the reserve CVs are refused; on a full disk every form is.',
    mend: 'a larger disk for DATA_DIR, or another DISK_RESERVE_MB',
    look: ({ settings, freeMegabytes: free }) => {
      if (free === undefined) return advised('It cannot be told');
      const found = `${free} MB free, reserve ${settings.DISK_RESERVE_MB} MB`;
      if (free < settings.DISK_RESERVE_MB) return lacking(found);
      return settings.DISK_RESERVE_MB === 0 || free < 5 * settings.DISK_RESERVE_MB ? advised(found) : done(found);
    },
  },
  {
    id: 'limits',
    title: 'Limits of requests',
    why: 'Without them one client can fill the store and use up what may be mailed.',
    mend: 'set RATE_LIMIT=on',
    look: ({ settings }) => (settings.RATE_LIMIT === 'on' ? done('On') : lacking('Off')),
  },
  {
    id: 'proxy',
    title: 'The proxy before the server',
    why: 'Without it all visitors behind a proxy are one client, and share its limits.',
    mend: 'set TRUST_PROXY to the address of the proxy, if there is one',
    look: ({ settings }) => {
      if (settings.TRUST_PROXY !== undefined) return done(String(settings.TRUST_PROXY));
      return settings.PUBLIC_URL.startsWith('https:')
        ? lacking('None is named, and something before the server speaks TLS')
        : advised('None is named');
    },
  },
  {
    id: 'bounces',
    title: 'Bounces are reported',
    why: 'Mail that goes on to addresses that refuse it makes mail servers refuse the rest.',
    mend: 'set BOUNCE_SECRET, and give it to the mail provider',
    look: ({ settings }) => (settings.BOUNCE_SECRET === undefined ? advised('Nobody reports them') : done('By the mail provider')),
  },
  {
    id: 'meetings',
    title: 'A way to a meeting',
    why: 'Who confirmed a request for a demo is warm now, and cold by the time somebody has written twice about a date.',
    mend: 'set BOOKING_HOURS and BOOKING_PLACE; or MEETING_URL, and CALENDAR_WEBHOOK_SECRET for what is booked there',
    look: ({ settings }) => {
      if (settings.MEETING_URL !== undefined)
        return settings.CALENDAR_WEBHOOK_SECRET === undefined
          ? advised('Elsewhere, and the desk does not hear of it')
          : done('Elsewhere, and told');
      if (settings.BOOKING_HOURS === undefined)
        return advised(
          settings.MAIL_URL === undefined
            ? `Sample hours${settings.BOOKING_PLACE === undefined ? ', and a video call without an address' : ''}`
            : 'Visitors are asked for times by mail',
        );
      if (settings.BOOKING_HOURS === 'off') return done('Off: visitors are asked for times by mail');
      return settings.BOOKING_PLACE === undefined ? advised('Booked here, and no invitation says where') : done('Booked here');
    },
  },
  {
    id: 'scanner',
    title: 'A virus scanner',
    why: 'HR opens CVs of strangers.',
    mend: 'set CLAMD_URL to the address of a ClamAV server',
    look: ({ settings }) => (settings.CLAMD_URL === undefined ? advised('None: CVs are marked as unscanned') : done('Set')),
  },
  {
    id: 'security-contact',
    title: 'A contact for faults in security',
    why: 'Whoever finds one looks in /.well-known/security.txt.',
    mend: 'set SECURITY_CONTACT to an address or a page',
    look: ({ settings }) => (settings.SECURITY_CONTACT === undefined ? advised('None: the file names the contact page') : done('Set')),
  },
  {
    id: 'retention',
    title: 'Periods of retention',
    why: 'What concerns people is not to be stored for ever.',
    mend: 'set KEEP_UNVERIFIED_DAYS, KEEP_VERIFIED_DAYS, KEEP_MESSAGES_DAYS, KEEP_APPLICATIONS_DAYS',
    look: ({ settings }) => {
      const names = ['KEEP_UNVERIFIED_DAYS', 'KEEP_VERIFIED_DAYS', 'KEEP_MESSAGES_DAYS', 'KEEP_APPLICATIONS_DAYS'] as const;
      const endless = names.filter((name) => settings[name] === 0);
      return endless.length === 0 ? done('Each has one') : advised(`For ever: ${endless.join(', ')}`);
    },
  },
  {
    id: 'administrators',
    title: 'Two administrators',
    why: 'One alone who loses a passkey and the mailbox shuts everybody out.',
    mend: 'invite another, or give somebody the role, under People on the desk',
    look: ({ administrators: count }) =>
      count > 1 ? done(String(count)) : count === 1 ? advised('One') : lacking('None: npm run desk -- link prints the link that makes one'),
  },
  {
    id: 'passkeys',
    title: 'A passkey for each of the staff',
    why: 'A link alone is as strong as a mailbox.',
    mend: 'each adds one on the desk: behind their name, under Passkeys',
    look: ({ settings, administrators, withoutPasskey: count }) => {
      if (settings.OIDC_ISSUER !== undefined) return done('The company’s provider signs in');
      if (administrators === 0) return advised('Nobody has an account');
      return count === 0 ? done('Everybody has one') : advised(count === 1 ? 'One account has none' : `${count} accounts have none`);
    },
  },
  {
    id: 'passkeys-required',
    title: 'Staff sign in by a passkey alone',
    why: 'Without it a mailbox is enough to sign in, also to an account that has a passkey.',
    mend: 'set DESK_PASSKEYS=required, once everybody has one',
    look: ({ settings }) => {
      if (settings.DESK_PORT === undefined) return done('The desk is off');
      if (settings.OIDC_ISSUER !== undefined) return done('The company’s provider signs in');
      return settings.DESK_PASSKEYS === 'required' ? done('Required') : advised('A link is enough');
    },
  },
  {
    id: 'environment',
    title: 'Settings that are what they seem',
    why: 'A name that is mistyped changes nothing, and secrets that others may read are none.',
    mend: 'correct .env, or the environment that the server is started in',
    look: ({ warnings }) => (warnings.length === 0 ? done('Nothing was found') : lacking(warnings.join('; '))),
  },
];
