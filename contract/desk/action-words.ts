import { leadStateWords } from './lead-states.ts';
import { roleNames, roles } from './roles.ts';

/** Prefix in place of an account id, for an action that a command did for somebody without an account: their name follows it. */
export const COMMAND_ACTOR = 'command:';

/** The name that a command was given, as `Ada, by command`; undefined for an account of the desk. */
export function commandName(account: string): string | undefined {
  return account.startsWith(COMMAND_ACTOR) ? `${account.slice(COMMAND_ACTOR.length)}, by command` : undefined;
}

type Detail = Readonly<Record<string, string | number | boolean | null>>;

/** The name of an action in lists and exported files. */
export function actionWords(action: string): string {
  return action.startsWith('cv ') ? `CV${action.slice(2)}` : action.slice(0, 1).toUpperCase() + action.slice(1);
}

/**
 * The details of an entry in one line.
 * @param nameOf returns the name of an account; undefined if the id is not an account's
 */
export function actionDetailWords(detail: Detail, nameOf: (account: string) => string | undefined): string {
  return Object.entries(detail)
    .flatMap(([key, value]) => {
      const name = names[key] ?? key;
      if (value === null || value === '') return [];
      if (key === 'outcome') return outcomes[String(value)] ?? [];
      if (key === 'filters')
        return `chosen by ${[
          ...new Set(
            String(value)
              .split(' ')
              .map((filter) => filters[filter] ?? filter),
          ),
        ].join(', ')}`;
      if (typeof value === 'boolean') return value ? name : options.has(key) ? [] : `not ${name}`;
      return `${name}: ${valueWords(key, value, nameOf)}`;
    })
    .join(', ');
}

const names: Readonly<Record<string, string>> = {
  asked: 'one address was looked up',
  before: 'before it',
  failedOnly: 'only what failed',
  further: 'further on in the list',
  n: 'how many',
  way: 'by',
};

/** Outcomes other than success, which needs no words. */
const outcomes: Readonly<Record<string, string>> = {
  'changed since': 'not done: somebody changed it meanwhile',
  'not sent': 'not sent',
  asked: 'asked for, and somebody else decides',
  kept: 'not done: it was asked for and dropped',
  'own draft': 'refused: it was their own draft',
  'own request': 'refused: it was their own request',
  'no role': 'their roles do not include it',
  'no passkey': 'they had not signed in with a passkey',
  refused: 'the file was refused',
  same: 'the file has nothing new',
  'no record': 'there is no such track record to add to',
};

/** Names of filters, as the filtered lists show them. */
const filters: Readonly<Record<string, string>> = {
  accountId: 'who',
  action: 'what',
  caller: 'button',
  sample: 'samples',
  scan: 'virus scan',
  since: 'day',
  subjectId: 'whose request',
  until: 'day',
  verified: 'address confirmed',
};

/** Options, shown only if true. Results are shown in both cases: `not cancelled` says that there was no meeting to cancel. */
const options: ReadonlySet<string> = new Set(['asked', 'failedOnly', 'stored']);

const ways: Readonly<Record<string, string>> = {
  first: 'the link of the first start',
  invitation: 'an invitation',
  link: 'a link to sign in',
  passkey: 'a passkey',
  provider: 'the company’s provider',
  ours: 'our mail server',
  own: 'their own mail program',
};

function valueWords(name: string, value: string | number, nameOf: (account: string) => string | undefined): string {
  if (typeof value !== 'string') return String(value);
  if (name === 'roles')
    return value
      .split(' ')
      .map((role) => roleNames[roles.find((known) => known === role)!] ?? role)
      .join(' and ');
  if (name === 'way') return ways[value] ?? value;
  return (leadStateWords as Readonly<Record<string, string>>)[value] ?? nameOf(value) ?? value;
}
