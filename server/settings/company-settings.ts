import { companyIn, type CompanyDetails } from '../../contract/company-details.ts';
import type { ContentField, Words } from '../../contract/content-fields.ts';
import { declarations, maskedSetting, type Settings } from './settings.ts';
import { isSampleAddress } from './setting-values.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings of the company, which are changed at the desk unless the environment sets them, with their titles at the desk. */
const titles = {
  STAFF_MAIL: 'Who is told of verified leads',
  HR_MAIL: 'Who is told of applications',
  OPS_MAIL: 'Who is told of what needs a person',
  BOOKING_HOURS: 'Hours of meetings',
  BOOKING_ZONE: 'Time zone of these hours',
  BOOKING_HOLIDAYS: 'Days without meetings',
  BOOKING_NOTICE: 'Hours between a booking and its meeting',
  BOOKING_DAYS: 'Days ahead that may be booked',
  BOOKING_CALENDARS: 'Calendars whose busy times are kept free',
  BOOKING_PLACE: 'Where a meeting is',
  BOOKING_ORGANISER: 'Whose meeting it is',
  BOOKING_REMINDERS: 'Hours before a meeting at which both sides are reminded',
  MEETING_URL: 'Another calendar in place of these hours',
  LEADS_IN_TURN: 'Whether new leads go to those who are in, in turn',
  FORBIDDEN_CLAIMS: 'Words that the company may not use',
} as const satisfies Partial<Record<keyof typeof declarations, string>>;

type Name = keyof typeof titles;
const names = Object.keys(titles) as Name[];
const PART = 'settings';

/** Settings whose value must not be shown: whoever has the address of a calendar can read the calendar. */
const secret: ReadonlySet<Name> = new Set(['BOOKING_CALENDARS']);

/** Whether the environment fixes a setting. For those that DESK_DEFAULTS names, its value is only what the desk starts from. */
function isLocked(name: Name, env: Environment): boolean {
  const defaults = (env['DESK_DEFAULTS'] ?? '').split(',').map((one) => one.trim());
  return (env[name]?.trim() ?? '') !== '' && !defaults.includes(name) && !defaults.includes('all');
}

/** The company's settings as fields of the desk. @param env what the server was started with */
export function settingFields(env: Environment): ContentField[] {
  return names.map((name) => {
    const { initial, help, example } = declarations[name];
    const given = env[name]?.trim() || initial;
    return {
      path: `${PART}.${name}`,
      kind: 'setting',
      shipped: secret.has(name) ? maskedSetting(name, given) : given,
      longest: 2000,
      title: titles[name],
      about: `${help} Example: ${example}`,
      needs: 'settings.change',
      ...(isLocked(name, env) && { locked: `${name} is set where the server runs: it is changed there.` }),
      ...(secret.has(name) && { isSecret: true }),
    } as const;
  });
}

/** Why a field cannot have a value that its setting refuses; undefined where it can, or the field is no setting. */
export function settingFault({ path }: Pick<ContentField, 'path'>, value: string, { MAIL_URL }: Settings): string | undefined {
  const name = names.find((one) => path === `${PART}.${one}`);
  if (name === undefined) return undefined;
  try {
    const parsed: unknown = declarations[name].parse(value);
    const isMailed = MAIL_URL !== undefined && (name === 'STAFF_MAIL' || name === 'HR_MAIL' || name === 'OPS_MAIL');
    const isLost = isMailed && [parsed].flat().some((mail) => typeof mail === 'string' && isSampleAddress(mail));
    return isLost ? 'Mails leave the server: an address that exists is needed' : undefined;
  } catch (error) {
    return `${(error as Error).message}. Example: ${declarations[name].example}`;
  }
}

/** The settings as they are now: what staff published of the company's, over what the server was started with. */
export function followingSettings(settings: Settings, env: Environment, words: () => Words): Settings {
  const following: Record<string, unknown> = { ...settings };
  for (const name of names.filter((one) => !isLocked(one, env))) {
    let read: { text: string; value: unknown } | undefined;
    const get = () => {
      const text = words()[`${PART}.${name}`];
      if (typeof text !== 'string') return settings[name];
      if (read?.text !== text) read = { text, value: parsedOr(settings[name], text, declarations[name].parse) };
      return read.value;
    };
    Object.defineProperty(following, name, { enumerable: true, get });
  }
  let known: { of: Words; company: CompanyDetails } | undefined;
  const get = () => {
    const of = words();
    return (known = known?.of === of ? known : { of, company: companyIn(of) }).company;
  };
  Object.defineProperty(following, 'company', { enumerable: true, get });
  Object.defineProperty(following, 'words', { enumerable: true, get: words });
  const published = () =>
    Object.fromEntries(
      names.flatMap((name) => {
        const text = isLocked(name, env) ? undefined : words()[`${PART}.${name}`];
        return typeof text === 'string' ? [[name, text] as const] : [];
      }),
    );
  Object.defineProperty(following, 'atDesk', { enumerable: true, get: published });
  return Object.freeze(following) as Settings;
}

/** The parsed text, or `other` where this version cannot read it, as after an upgrade or downgrade. */
function parsedOr(other: unknown, text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch {
    return other;
  }
}
