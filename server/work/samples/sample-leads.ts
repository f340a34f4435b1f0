import { REPORT_CALLER } from '../../../contract/callers.ts';
import { elementAt, present } from '../../../contract/checked.ts';
import type { ApplicationStage } from '../../../contract/desk/application-stages.ts';
import type { LeadState } from '../../../contract/desk/lead-states.ts';
import { forms } from '../../../contract/forms/form-list.ts';
import { consentsOf, type Answers } from '../../../contract/forms/form.ts';
import { SPONTANEOUS_SUBJECT } from '../../../contract/posting.ts';
import { newId } from '../../store/id.ts';
import type { LeadKind, NewLead } from '../../leads/lead-repository.ts';
import {
  samplePositions,
  sampleCampaigns,
  sampleCompanies,
  sampleMessages,
  samplePlaces,
  sampleReferrers,
  sampleReasons,
  sampleStages,
  sampleStates,
  sampleTrades,
} from './sample-words.ts';

export type SampleLead = {
  lead: NewLead;
  /** When its address was confirmed, in milliseconds since the epoch; undefined: never. */
  verifiedAt: number | undefined;
  work: SampleWork | undefined;
};

type SampleWork = {
  state: LeadState;
  lostReason: string | null;
  /** Only of an application. */
  stage: ApplicationStage | null;
  ratings: readonly number[];
  owner: string | null;
  /** When staff first worked on it, and when it reached its present state. */
  firstAt: number;
  at: number;
};

export type SampleOptions = {
  seed: number;
  /** Milliseconds since the epoch: the earliest and the latest time of a lead. */
  since: number;
  until: number;
  /** Staff accounts that some of the leads are assigned to. */
  owners: readonly string[];
};

/** Going back in time, each twelfth of the period has half as many leads as the one after it: of a year's samples half are of the last month. */
const HALVINGS = 12;

/** Leads of people who do not exist, in order of time and the same for the same options; no mail can reach their addresses. */
export function* sampleLeads(count: number, { seed, since, until, owners }: SampleOptions): Generator<SampleLead> {
  const chance = createChance(seed);
  for (let n = 0; n < count; n += 1) {
    const left = 1 - (n + chance.next()) / count;
    const age = -Math.log2(1 - left * (1 - 2 ** -HALVINGS)) / HALVINGS;
    const at = Math.floor(until - age * (until - since));
    yield sampleLead(chance, { n, at, until, owners });
  }
}

type Making = { n: number; at: number; until: number; owners: readonly string[] };

const DAY = 24 * 3_600_000;

function sampleLead(chance: Chance, { n, at, until, owners }: Making): SampleLead {
  const { kind, form: type, caller, page } = chance.pick(sources);
  const position = chance.pick(samplePositions);
  const answers = answersOf(chance, { type, n, position });
  const form = present(forms[type]);
  const campaign = chance.pick(sampleCampaigns);
  const referrer = elementAt(sampleReferrers, n % sampleReferrers.length);
  const spam = chance.next() < 0.04;
  const lead: NewLead = {
    id: newId(at),
    kind,
    product: kind === 'contact' || kind === 'report' ? 'cognitivepro' : 'www',
    caller,
    form: { type, version: form.version, consents: consentsOf(form, answers) },
    answers,
    attribution: {
      page: kind === 'application' && position.subject !== SPONTANEOUS_SUBJECT ? '/jobs' : page,
      ...(referrer && { referrer }),
      // Every third came to another page first.
      entry: n % 3 === 0 ? '/insights' : page,
      ...(campaign && {
        utm: { source: 'sample', medium: elementAt(mediums, n % mediums.length), campaign, content: n % 2 === 0 ? 'head' : 'button' },
      }),
    },
    spamReason: spam ? 'sent faster than a person can' : undefined,
    at,
    sample: true,
    key: undefined,
  };
  const asked = kind === 'contact' || kind === 'report';
  const mayBeAt = at + Math.ceil(chance.next() * 3_600_000);
  const verifiedAt = asked && !spam && chance.next() < 0.7 && mayBeAt < until ? mayBeAt : undefined;
  const isWorked = chance.next() < Math.min(0.92, (until - at) / (days[kind] * DAY));
  const work =
    isWorked && !spam && (verifiedAt !== undefined || !asked) ? workOf(chance, { kind, from: verifiedAt ?? at, until }) : undefined;
  const owner = owners.length > 0 && chance.next() < 0.8 ? chance.pick(owners) : null;
  return { lead, verifiedAt, work: work && { ...work, owner } };
}

/** Days after which staff have worked on nearly all leads of a kind. */
const days: Readonly<Record<LeadKind, number>> = { contact: 6, report: 6, message: 4, application: 14 };

type Worked = { kind: LeadKind; from: number; until: number };

/** What staff have done with a lead by now: a message is open or answered, an application is rated by one or two people. */
function workOf(chance: Chance, { kind, from: since, until }: Worked): Omit<SampleWork, 'owner'> {
  const firstAt = since + Math.ceil(chance.next() * Math.min(2 * DAY, until - since));
  const fits = ({ from, to }: { from: number; to: number }) => until - since >= from * DAY && until - since < to * DAY;
  const left = (until - since) / DAY;
  const reached = (from: number) => Math.max(firstAt, since + (from + chance.next() * Math.min(3, left - from)) * DAY);
  if (kind === 'application') {
    const { stage, from, least, most } = chance.weighted(sampleStages.filter(fits));
    const ratings = Array.from({ length: chance.pick([1, 2]) }, () => least + Math.floor(chance.next() * (most - least + 1)));
    return { state: 'new', lostReason: null, stage, ratings, firstAt, at: stage === FIRST.stage ? firstAt : Math.floor(reached(from)) };
  }
  const { state, from } = kind === 'message' ? sampleStates[0] : chance.weighted(sampleStates.filter(fits));
  const lostReason = state === 'lost' ? chance.pick(sampleReasons) : null;
  return { state, lostReason, stage: null, ratings: [], firstAt, at: state === FIRST.state ? firstAt : Math.floor(reached(from)) };
}

/** The first state and stage of a lead that staff work on. */
export const FIRST = { state: 'contacted', stage: 'screening' } as const;

const mediums = ['email', 'email', 'social', 'cpc'];

const sources: ReadonlyArray<{ kind: LeadKind; form: string; caller: string; page: string }> = [
  { kind: 'contact', form: 'bookademo', caller: 'home_bad', page: '/' },
  { kind: 'contact', form: 'bookademo', caller: 'home_bad', page: '/' },
  { kind: 'contact', form: 'bookademo', caller: 'cognitive_bad', page: '/cognitivepro' },
  { kind: 'contact', form: 'bookademo', caller: 'ecosystem_bad', page: '/ecosystem' },
  { kind: 'contact', form: 'generic', caller: 'home_cu', page: '/' },
  { kind: 'contact', form: 'generic', caller: 'about_cu', page: '/about' },
  { kind: 'contact', form: 'insights_cu', caller: 'insights_cu', page: '/insights' },
  { kind: 'contact', form: 'portfolios_cu', caller: 'portfolios_cu', page: '/' },
  { kind: 'report', form: 'report', caller: REPORT_CALLER, page: '/getreport' },
  { kind: 'message', form: 'contacts', caller: 'contacts', page: '/contacts' },
  { kind: 'application', form: 'career', caller: 'careers', page: '/careers' },
];

const roles = [
  'Asset Manager',
  'Portfolio Manager',
  'Family Office',
  'Wealth Manager',
  'Financial Advisor',
  'Hedge Fund Manager',
  'Other: Treasurer',
];

type Asked = { type: string; n: number; position: (typeof samplePositions)[number] };

function answersOf(chance: Chance, { type, n, position }: Asked): Answers {
  const place = chance.weighted(samplePlaces);
  const [name, surname] = [chance.word(place.names), chance.word(place.surnames)];
  const company = `${chance.word(sampleCompanies)} ${chance.word(sampleTrades)}`;
  const local = `${name}.${surname}.${n}`
    .normalize('NFD')
    .replace(/[^a-z0-9.]/gi, '')
    .toLowerCase();
  const digits = Array.from({ length: place.digits }, () => Math.floor(chance.next() * 10)).join('');
  const all: Record<string, string> = {
    name,
    surname,
    lastname: surname,
    // Nobody applies for a job from a work address.
    email: `${local}@${type === 'career' ? 'mail' : company.toLowerCase().replaceAll(/\W/g, '-')}.example`,
    phone: `+${place.country}${digits}`,
    company,
    role: chance.pick(roles),
    message: chance.pick<string>(type === 'career' ? position.wishes : sampleMessages),
    subject: type === 'career' ? position.subject : 'A question',
    accept_newsletter: String(chance.next() < 0.3),
  };
  const fields = present(forms[type])
    .fields.map(({ field }) => field)
    .filter((field) => all[field] !== undefined);
  return Object.fromEntries(fields.map((field) => [field, present(all[field])]));
}

type Chance = {
  /** A random number from 0 to below 1. */
  next: () => number;
  pick: <T>(from: readonly T[]) => T;
  /** Picks from a list with spaces between its words; `_` is a space within a word. */
  word: (words: string) => string;
  weighted: <T extends { weight: number }>(from: readonly T[]) => T;
};

function createChance(seed: number): Chance {
  let state = seed | 0;
  // Mulberry32: the same numbers on every machine.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <T>(from: readonly T[]): T => elementAt(from, Math.floor(next() * from.length));
  return {
    next,
    pick,
    word: (words) => pick(words.split(' ')).replaceAll('_', ' '),
    weighted: (from) => {
      let left = next() * from.reduce((sum, { weight }) => sum + weight, 0);
      return from.find(({ weight }) => (left -= weight) < 0) ?? present(from.at(-1));
    },
  };
}
