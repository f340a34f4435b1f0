import * as v from 'valibot';
import { defineCall } from './call.ts';

/** By what leads may be told apart in the overview. */
export const overviewGroups = ['form', 'caller', 'campaign', 'source', 'referrer', 'country'] as const;

export const overviewGroupNames: Readonly<Record<(typeof overviewGroups)[number], string>> = {
  form: 'Form',
  caller: 'Button',
  campaign: 'Campaign',
  source: 'Source',
  referrer: 'Referring site',
  country: 'Country',
};

/** Days that the overview offers. */
export const overviewLengths = [7, 30, 90] as const;

/** What stands in the overview, each in a file of its own. */
export const overviewTables = ['days', 'groups', 'funnel'] as const;

/** Days of one overview: two years. */
export const LONGEST = 731;

const day = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}$/),
  v.check((text) => !Number.isNaN(Date.parse(`${text}T00:00:00Z`)), 'There is no such day'),
);

const asked = {
  days: v.optional(
    v.pipe(
      v.number(),
      v.check((days) => overviewLengths.some((one) => one === days), `Choose one of ${overviewLengths.join(', ')} days`),
    ),
  ),
  from: v.optional(day),
  to: v.optional(day),
  by: v.optional(v.picklist(overviewGroups), 'form'),
};

function isWithin(from: string | undefined, to: string | undefined): boolean {
  return from === undefined || to === undefined || (from <= to && Date.parse(to) - Date.parse(from) < LONGEST * 24 * 3_600_000);
}

const beyond = `Choose up to ${LONGEST} days, the first before the last`;

/** The last days, 30 where nothing else is asked for, or from one day to another. */
const input = v.pipe(
  v.object(asked),
  v.forward(
    v.check(({ from, to }) => isWithin(from, to), beyond),
    ['to'],
  ),
);

const period = v.object({ from: v.string(), to: v.string() });
const time = v.nullable(v.pipe(v.number(), v.description('Milliseconds, right to about a fortieth')));

/** Of the leads that came in a period, how many; suspected spam is in `spam` alone. */
const counts = v.object({
  received: v.number(),
  spam: v.number(),
  linked: v.number(),
  verified: v.number(),
  answered: v.number(),
  met: v.number(),
  won: v.number(),
});

const answerTime = v.object({ count: v.number(), median: time, p90: time });

const group = v.object({
  /** Empty: none was given. */
  value: v.string(),
  /** In words, where there are any. */
  label: v.string(),
  now: counts,
  before: counts,
  /** How often its forms were opened in the period; null where that is not known of such a group. */
  opened: v.nullable(v.number()),
});

export const readOverviewCall = defineCall({
  name: 'overview.read',
  method: 'GET',
  path: '/api/overview',
  about: 'How many leads came by day and by source, what became of them, and how quickly they were answered: beside the period before.',
  access: 'overview.read',
  input,
  output: v.object({
    zone: v.string(),
    now: period,
    before: period,
    /** Whether the last day is not over. */
    underWay: v.boolean(),
    by: v.picklist(overviewGroups),
    /** `groups` by the most frequent, and after them what is left. */
    days: v.array(v.object({ day: v.string(), received: v.number(), spam: v.number(), groups: v.array(v.number()) })),
    /** How many came on the days of the period before. */
    daysBefore: v.array(v.number()),
    groups: v.array(group),
    /** Those beyond the groups, together; null where there are none. */
    rest: v.nullable(group),
    funnel: v.object({ now: counts, before: counts }),
    /** How often forms were opened: once for a visit to a page and a form. `since`: the first day that was counted; null where none was. */
    opened: v.object({ now: v.number(), before: v.number(), since: v.nullable(v.string()) }),
    answerTime: v.object({ now: answerTime, before: answerTime }),
    /** Of the leads of the period, those that are confirmed and not answered yet. */
    waiting: v.number(),
    /** The first day that anything is counted on; null where nothing is. */
    since: v.nullable(v.string()),
  }),
});

export const exportOverviewCall = defineCall({
  name: 'overview.export',
  method: 'GET',
  path: '/api/overview/:table',
  about: 'A table of the overview as CSV.',
  access: 'overview.read',
  sends: 'file',
  input: v.pipe(
    v.object({ ...asked, table: v.picklist(overviewTables) }),
    v.forward(
      v.check(({ from, to }) => isWithin(from, to), beyond),
      ['to'],
    ),
  ),
  output: v.object({}),
});

/** `by` is of no matter here: the overview's own choice may be handed on as it is. */
export const readColleaguesCall = defineCall({
  name: 'overview.colleagues',
  method: 'GET',
  path: '/api/colleagues/overview',
  about: 'Of the leads that came in a period, how many are whose, what became of these, and how quickly they were answered.',
  access: 'overview.colleagues',
  input,
  output: v.object({
    now: period,
    colleagues: v.array(
      v.object({
        account: v.pipe(v.string(), v.description('Whose they are now')),
        received: v.number(),
        answered: v.number(),
        met: v.number(),
        won: v.number(),
        answerTime,
      }),
    ),
    /** How many are nobody's. */
    unassigned: v.number(),
  }),
});

export const exportColleaguesCall = defineCall({
  name: 'overview.export-colleagues',
  method: 'GET',
  path: '/api/colleagues/overview/file',
  about: 'What became of the leads of each colleague, as CSV.',
  access: 'overview.colleagues',
  sends: 'file',
  input,
  output: v.object({}),
});

export const overviewCalls = [readOverviewCall, exportOverviewCall, readColleaguesCall, exportColleaguesCall] as const;
