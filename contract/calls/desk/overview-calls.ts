import * as v from 'valibot';
import { originNames } from '../../desk/lead-origins.ts';
import { defineCall } from './call.ts';

/** Properties by which the overview groups leads. */
export const overviewGroups = [
  'form',
  'caller',
  'campaign',
  'source',
  'medium',
  'term',
  'content',
  'referrer',
  'entry',
  'page',
  'country',
] as const;

export const overviewGroupNames: Readonly<Record<(typeof overviewGroups)[number], string>> = {
  form: 'Form',
  caller: 'Button',
  campaign: 'Campaign',
  ...originNames,
  country: 'Country',
};

/** Lengths of the period that the overview offers, in days. */
export const overviewLengths = [7, 30, 90] as const;

/** Tables of the overview; each can be exported as a file. */
export const overviewTables = ['days', 'groups', 'funnel'] as const;

/** Longest period of an overview in days: two years. */
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
  only: v.optional(v.pipe(v.string(), v.maxLength(200), v.description('A value of that group: days and funnel are about its leads alone'))),
};

function isWithin(from: string | undefined, to: string | undefined): boolean {
  return from === undefined || to === undefined || (from <= to && Date.parse(to) - Date.parse(from) < LONGEST * 24 * 3_600_000);
}

const beyond = `Choose up to ${LONGEST} days, the first before the last`;

/** The period: the last `days` (default 30), or `from` one day `to` another. */
const input = v.pipe(
  v.object(asked),
  v.forward(
    v.check(({ from, to }) => isWithin(from, to), beyond),
    ['to'],
  ),
);

const period = v.object({ from: v.string(), to: v.string() });
const time = v.nullable(v.pipe(v.number(), v.description('Milliseconds, right to about a fortieth')));

/** Counts of the leads that came in a period. Suspected spam is counted in `spam` only. */
const counts = v.object({
  received: v.number(),
  spam: v.number(),
  linked: v.number(),
  verified: v.number(),
  answered: v.number(),
  met: v.number(),
  won: v.number(),
});

/** Null: not counted for the group. `since`: the first day that was counted; null if there is none. */
const steps = v.object({ now: v.nullable(v.number()), before: v.nullable(v.number()), since: v.nullable(v.string()) });

const answerTime = v.object({ count: v.number(), median: time, p90: time });

const group = v.object({
  /** Empty: the leads have no value for this property. */
  value: v.string(),
  /** The value in words, if there are words for it. */
  label: v.string(),
  now: counts,
  before: counts,
  /** How often its pages were seen in the period, or its links followed; null if that is not counted for such groups. */
  seen: v.nullable(v.number()),
  /** How often its forms were opened; null as above. */
  opened: v.nullable(v.number()),
  /** Leads over the period, in parts of the same length. */
  trend: v.array(v.number()),
});

export const readOverviewCall = defineCall({
  name: 'overview.read',
  method: 'GET',
  path: '/api/overview',
  about:
    'How many leads came by day and by source, what was seen and opened before, what became of them, and how quickly they were answered: beside the period before.',
  access: 'overview.read',
  input,
  output: v.object({
    zone: v.string(),
    now: period,
    before: period,
    /** Whether the last day has not ended yet. */
    underWay: v.boolean(),
    by: v.picklist(overviewGroups),
    /** The group that days, funnel, seen and opened are about; null: all leads. */
    only: v.nullable(v.object({ value: v.string(), label: v.string() })),
    /** `groups`: leads of the day in the first groups of the field `groups` below; none where `only` is given. */
    days: v.array(v.object({ day: v.string(), received: v.number(), spam: v.number(), groups: v.array(v.number()) })),
    /** Leads received on each day of the previous period. */
    daysBefore: v.array(v.number()),
    groups: v.array(group),
    /** All other groups together; null if there are none. */
    rest: v.nullable(group),
    funnel: v.object({ now: counts, before: counts }),
    /** How often forms were opened, counted once per page visit and form. */
    opened: steps,
    /** How often pages were seen; of `only`, as in `groups`. */
    seen: steps,
    answerTime: v.nullable(v.object({ now: answerTime, before: answerTime })),
    /** Leads of the period that are confirmed and not answered yet. */
    waiting: v.number(),
    /** The first day with counts; null if there is none. */
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

/** `by` is ignored; it is accepted so that the overview's input can be passed on unchanged. */
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
    /** How many leads have no owner. */
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
