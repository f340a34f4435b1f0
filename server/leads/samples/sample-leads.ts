import type { ApplicationStage } from '../../../contract/desk/application-stages.ts';
import { leadStates, type LeadState } from '../../../contract/desk/lead-states.ts';
import { forms } from '../../../contract/forms/form-list.ts';
import { consentsOf, type Answers } from '../../../contract/forms/form.ts';
import { newId } from '../../store/id.ts';
import type { LeadKind, NewLead } from '../lead-repository.ts';
import {
  sampleCampaigns,
  sampleCompanies,
  sampleMessages,
  samplePlaces,
  samplePositions,
  sampleReferrers,
  sampleReasons,
  sampleStages,
  sampleTrades,
  sampleWishes,
} from './sample-words.ts';

export type SampleLead = {
  lead: NewLead;
  /** Milliseconds since the epoch; undefined where its address was not confirmed. */
  verifiedAt: number | undefined;
  work: SampleWork | undefined;
};

type SampleWork = {
  state: LeadState;
  lostReason: string | null;
  /** Of an application alone. */
  stage: ApplicationStage | null;
  ratings: readonly number[];
  owner: string | null;
  at: number;
};

export type SampleOptions = {
  seed: number;
  /** Milliseconds since the epoch: the earliest and the latest of them. */
  since: number;
  until: number;
  /** Accounts of the staff that some of them are given to. */
  owners: readonly string[];
};

/** Leads of people who do not exist, the same for the same options, in the order of their times; nothing can be mailed to their addresses. */
export function* sampleLeads(count: number, { seed, since, until, owners }: SampleOptions): Generator<SampleLead> {
  const chance = createChance(seed);
  for (let n = 0; n < count; n += 1) {
    const at = Math.floor(since + ((n + chance.next()) / count) * (until - since));
    yield sampleLead(chance, { n, at, until, owners });
  }
}

type Making = { n: number; at: number; until: number; owners: readonly string[] };

const DAY = 24 * 3_600_000;

function sampleLead(chance: Chance, { n, at, until, owners }: Making): SampleLead {
  const { kind, form: type, caller } = chance.pick(sources);
  const answers = answersOf(chance, type, n);
  const form = forms[type]!;
  const campaign = chance.pick(sampleCampaigns);
  const referrer = sampleReferrers[n % sampleReferrers.length]!;
  const spam = chance.next() < 0.04;
  const lead: NewLead = {
    id: newId(at),
    kind,
    product: kind === 'contact' || kind === 'report' ? 'cognitivepro' : 'www',
    caller,
    form: { type, version: form.version, consents: consentsOf(form, answers) },
    answers,
    attribution: { page: '/', ...(referrer && { referrer }), ...(campaign && { utm: { source: 'sample', campaign } }) },
    spamReason: spam ? 'sent faster than a person can' : undefined,
    at,
    sample: true,
    key: undefined,
  };
  const asked = kind === 'contact' || kind === 'report';
  const verifiedAt = asked && !spam && chance.next() < 0.7 ? at + Math.ceil(chance.next() * 3_600_000) : undefined;
  // The older a lead, the more was done about it.
  const worked = !spam && (verifiedAt !== undefined || !asked) && chance.next() < Math.min(0.9, (until - at) / (30 * DAY));
  const made = kind === 'application' ? applicationWork(chance) : leadWork(chance, kind);
  const owner = owners.length > 0 && chance.next() < 0.8 ? chance.pick(owners) : null;
  const workedAt = Math.min(until, (verifiedAt ?? at) + Math.ceil(chance.next() * 3 * DAY));
  return { lead, verifiedAt, work: worked ? { ...made, owner, at: workedAt } : undefined };
}

type MadeOfIt = Omit<SampleWork, 'owner' | 'at'>;

/** A message is open or answered. */
function leadWork(chance: Chance, kind: LeadKind): MadeOfIt {
  const picked = chance.pick(leadStates);
  const state = kind === 'message' && picked !== 'new' ? 'contacted' : picked;
  return { state, lostReason: state === 'lost' ? chance.pick(sampleReasons) : null, stage: null, ratings: [] };
}

/** Rated by one or two. */
function applicationWork(chance: Chance): MadeOfIt {
  const { stage, least, most } = chance.weighted(sampleStages);
  const ratings = Array.from({ length: chance.pick([1, 2]) }, () => least + Math.floor(chance.next() * (most - least + 1)));
  return { state: 'new', lostReason: null, stage, ratings };
}

const sources: ReadonlyArray<{ kind: LeadKind; form: string; caller: string }> = [
  { kind: 'contact', form: 'bookademo', caller: 'home_bad' },
  { kind: 'contact', form: 'bookademo', caller: 'home_bad' },
  { kind: 'contact', form: 'bookademo', caller: 'cognitive_bad' },
  { kind: 'contact', form: 'bookademo', caller: 'ecosystem_bad' },
  { kind: 'contact', form: 'generic', caller: 'home_cu' },
  { kind: 'contact', form: 'generic', caller: 'about_cu' },
  { kind: 'contact', form: 'insights_cu', caller: 'insights_cu' },
  { kind: 'contact', form: 'portfolios_cu', caller: 'portfolios_cu' },
  { kind: 'report', form: 'report', caller: 'getreport' },
  { kind: 'message', form: 'contacts', caller: 'contacts' },
  { kind: 'application', form: 'career', caller: 'careers' },
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

function answersOf(chance: Chance, type: string, n: number): Answers {
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
    email: `${local}@${company.toLowerCase().replaceAll(/\W/g, '-')}.example`,
    phone: `+${place.country}${digits}`,
    company,
    role: chance.pick(roles),
    message: chance.pick(type === 'career' ? sampleWishes : sampleMessages),
    subject: type === 'career' ? chance.pick(samplePositions) : 'A question',
    accept_newsletter: String(chance.next() < 0.3),
  };
  const fields = forms[type]!.fields.map(({ field }) => field).filter((field) => all[field] !== undefined);
  return Object.fromEntries(fields.map((field) => [field, all[field]!]));
}

type Chance = {
  /** From 0 to below 1. */
  next: () => number;
  pick: <T>(from: readonly T[]) => T;
  /** Of a list with spaces between; `_` is a space within a word. */
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
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)]!;
  return {
    next,
    pick,
    word: (words) => pick(words.split(' ')).replaceAll('_', ' '),
    weighted: (from) => {
      let left = next() * from.reduce((sum, { weight }) => sum + weight, 0);
      return from.find(({ weight }) => (left -= weight) < 0) ?? from.at(-1)!;
    },
  };
}
