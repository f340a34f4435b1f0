import { elementAt, present } from '../../../contract/checked.ts';
import { leadStates } from '../../../contract/desk/lead-states.ts';
import { careerForm } from '../../../contract/forms/career.ts';
import { forms } from '../../../contract/forms/form-list.ts';
import type { Field } from '../../../contract/forms/form.ts';
import type { MappedData } from './crm-mapping.ts';
import { readSource } from './crm-mapping.ts';

/** A source and its description for staff. */
export type NamedSource = { source: string; words: string };

/** The forms that a CRM gets requests from: not job applications. */
const asked = Object.values(forms).filter((form) => form !== careerForm);

/** The fields of all forms by name. Where forms share a name, the first one's label is used. */
const answers: ReadonlyMap<string, Field> = new Map(
  Object.entries(Object.groupBy(shown(), ({ name }) => name)).map(([name, fields]) => [name, elementAt(present(fields), 0)]),
);

const purposes = [
  ...new Set(
    asked.flatMap(({ consent, catalogue }) => [
      consent.purpose,
      ...Object.values(catalogue).flatMap((field) => field.consent?.purpose ?? []),
    ]),
  ),
];

const leadWords: Readonly<Record<string, string>> = {
  'lead.request': 'What was asked for',
  'lead.about': 'The paper or portfolio it is about',
  'lead.caller': 'Where the form was opened',
  'lead.state': 'Its state here',
  'lead.entry': 'The page that the visit began with',
  'lead.page': 'The page of the form',
  'lead.referrer': 'The page of another site that led here',
  'lead.id': 'The number of the request',
};

const campaignParts = ['source', 'medium', 'campaign', 'term', 'content'] as const;

/** The sources that staff can choose from. Fixed texts and conditions they type themselves. */
export const namedSources: readonly NamedSource[] = [
  ...[...answers.values()].map(({ name, label }) => ({ source: `answers.${name}`, words: label })),
  ...Object.entries(leadWords).map(([source, words]) => ({ source, words })),
  ...purposes.map((purpose) => ({ source: `consent.${purpose}`, words: `A tick where ${conditionWords(`consent.${purpose}`)}` })),
  ...leadStates.map((state) => ({ source: `state.${state}`, words: `A tick where ${conditionWords(`state.${state}`)}` })),
  ...campaignParts.map((part) => ({ source: `utm.${part}`, words: `Campaign: ${part}` })),
];

/** Describes a source in words. */
export function mappedWords(source: string): string {
  const words = source.split('|').map((one) => {
    const [condition = '', then] = one.split(' ? ').map((part) => part.trim());
    return then === undefined ? wordsOf(condition) : `${wordsOf(then)} where ${conditionWords(condition)}`;
  });
  const sentence = words.join('; or else ');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** Why a source has no value for a request. */
export function emptyWords(source: string): string {
  const reasons = source.split('|').map((one) => {
    const [condition = ''] = one.split(' ? ').map((part) => part.trim());
    const [of = '', name = ''] = condition.split('.');
    if (of === 'consent') return `consent to ${name} is not confirmed`;
    if (of === 'state') return `its state here is not ${name}`;
    if (of === 'utm') return `it came without a campaign’s ${name}`;
    return `nothing was said: ${wordsOf(condition)}`;
  });
  return [...new Set(reasons)].join('; ');
}

/** Reports an answer that no form asks for, or a purpose that nobody consents to: it would always be empty. Undefined when all names are known. */
export function unknownName(source: string): string | undefined {
  for (const part of source.replaceAll(/"[^"]*"/g, '').split(/\||\?/)) {
    const [of = '', name = ''] = part.trim().split('.');
    if (of === 'answers' && !answers.has(name)) return `No form asks for '${name}'. There are: ${[...answers.keys()].join(', ')}`;
    if (of === 'consent' && !purposes.includes(name)) return `Nobody is asked for consent to '${name}'. There are: ${purposes.join(', ')}`;
  }
  return undefined;
}

/** The value of a source for a made-up request. */
export function exampleOf(source: string): string | true {
  return readSource(source, exampleData);
}

function shown(): Field[] {
  const fields = asked.flatMap((form) => form.fields.map((use) => present(form.catalogue[use.field])));
  return fields.filter(({ kind }) => kind !== 'hidden' && kind !== 'password');
}

function conditionWords(source: string): string {
  const [of = '', name = ''] = source.split('.');
  if (of === 'consent') return `consent to ${name} is confirmed`;
  if (of === 'state') return `its state here is ${name}`;
  return `there is something of: ${wordsOf(source)}`;
}

function wordsOf(source: string): string {
  if (source.startsWith('"')) return `the text “${source.slice(1, -1)}”`;
  return namedSources.find((one) => one.source === source)?.words ?? source;
}

const said: Readonly<Record<string, string>> = {
  name: 'Ada',
  surname: 'Lovelace',
  lastname: 'Lovelace',
  email: 'ada@example.com',
  phone: '+39 02 1234567',
  company: 'Analytical Engines',
  role: 'Portfolio Manager',
  otherRole: 'Quantitative analyst',
  message: 'How is the benchmark of Cognitive Dynamic chosen?',
  subject: 'A question',
};

const exampleData: MappedData = {
  lead: {
    id: '0199a1f0-7c3e-7000-8000-0000000000a1',
    kind: 'contact',
    product: 'cognitivepro',
    caller: 'home_bad',
    form: 'bookademo',
    formVersion: 1,
    request: 'Book a demo',
    about: { kind: 'paper', id: 'market-graph', name: 'How to read a market graph' },
    email: 'ada@example.com',
    answers: Object.fromEntries(
      [...answers.values()].map((field) => [field.name, said[field.name] ?? field.options?.[0]?.value ?? field.label]),
    ),
    attribution: {
      page: '/cognitivepro',
      entry: '/insights',
      referrer: 'https://press.example/story',
      utm: { source: 'newsletter', medium: 'email', campaign: 'autumn', term: 'portfolio', content: 'button' },
    },
    createdAt: '2026-11-22T15:30:00.000Z',
    verifiedAt: '2026-11-22T15:31:00.000Z',
    state: 'contacted',
  },
  consents: purposes.map((purpose) => ({ purpose, action: 'confirmed', text: '', textVersion: '1', at: '2026-11-22T15:31:00.000Z' })),
};
