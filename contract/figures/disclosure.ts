import * as v from 'valibot';
import { cleanText } from '../clean-text.ts';
import { dayOf, isoOf } from './days.ts';
import { feeKeys, LEFT_OUT } from './fee-keys.ts';

/**
 * What has to be stated of a record's figures before they are published, one row a field: read by the import and its file, the command, the desk's form and
 * review, and the data calls. What the site says of it is in disclosure-words.ts.
 */
export const disclosureFields = [
  { key: 'currency', label: 'Currency', how: 'a currency, such as EUR', example: 'EUR', read: readCurrency, of: 'record' },
  { key: 'returns', label: 'Returns', ...choice('net', 'gross'), of: 'record' },
  { key: 'management_fee', label: 'Management fee', ...fee('1.5%'), of: 'record' },
  { key: 'performance_fee', label: 'Performance fee', ...fee('20%'), of: 'record' },
  { key: 'transaction_costs', label: 'Transaction costs', ...fee('0.1%'), of: 'record' },
  { key: 'custody_fee', label: 'Custody fee', ...fee('0.05%'), of: 'record' },
  { key: 'results', label: 'Results', ...choice('actual', 'simulated', 'back-tested'), of: 'record' },
  { key: 'actual_since', label: 'Actual since', how: 'a day of the record, such as 2024-12-31', example: '', read: readDay, of: 'record' },
  ...benchmarkFields('benchmark', 'Benchmark'),
  ...benchmarkFields('benchmark2', 'Second benchmark'),
  { key: 'for_whom', label: 'For whom', ...words('Professional clients'), of: 'record' },
  { key: 'domicile', label: 'Domicile of the method', ...words('Italy'), of: 'record' },
  { key: 'dealing_days', label: 'Dealing days', ...words('Every business day in Milan'), of: 'record' },
] as const satisfies readonly DisclosureField[];

export type DisclosureField = {
  key: string;
  label: string;
  /** How it is written, in words. */
  how: string;
  /** An example; '' where most records leave it out. */
  example: string;
  choices?: readonly string[];
  /** The value as it is stored; undefined when it is not understood. */
  read: (text: string) => string | undefined;
  of: 'record' | 'benchmark' | 'benchmark2';
};

export type DisclosureKey = (typeof disclosureFields)[number]['key'];

/** What was stated, field by field, as `read` gives it. */
export type Disclosure = { [Key in DisclosureKey]?: string };

/** The fields in their order, so that equal disclosures are equal as JSON. */
export const disclosureSchema = v.object(
  Object.fromEntries(disclosureFields.map(({ key, label, how }) => [key, stated(`${label}: ${how}.`)])) as Record<
    DisclosureKey,
    ReturnType<typeof stated>
  >,
);

function stated(description: string) {
  return v.optional(v.pipe(v.string(), v.description(description)));
}

/** How a field is called in files and by the command: `management-fee`. */
export function noteKeyOf(key: DisclosureKey): NoteKey {
  return key.replaceAll('_', '-') as NoteKey;
}

type Hyphened<Text extends string> = Text extends `${infer Head}_${infer Tail}` ? `${Head}-${Hyphened<Tail>}` : Text;
type NoteKey = Hyphened<DisclosureKey>;

export const disclosureNoteKeys: readonly NoteKey[] = disclosureFields.map(({ key }) => noteKeyOf(key));

/** The record that a disclosure is about. */
export type DisclosedRecord = {
  /** Undefined when they could not be read. */ days: Int32Array | undefined;
  benchmark: string;
  benchmark2: string;
};

export type DisclosureFault = { key: DisclosureKey; text: string };

/**
 * Reads what is stated of a record, and names everything that is missing, not understood or contradictory.
 * @param given the new text of a field; undefined or empty: none
 * @param former the earlier disclosure, whose values stay where no new text is given
 */
export function readDisclosure(
  given: (key: DisclosureKey) => string | undefined,
  record: DisclosedRecord,
  former: Disclosure = {},
): { disclosure: Disclosure; faults: DisclosureFault[] } {
  const disclosure: Disclosure = {};
  const faults: DisclosureFault[] = [];
  for (const { key, how, read } of fieldsOf(record)) {
    const text = given(key)?.trim();
    if (text === undefined || text === '') {
      const kept = key === 'actual_since' && given('results') !== undefined ? undefined : former[key];
      if (kept !== undefined) disclosure[key] = kept;
      continue;
    }
    const value = read(text);
    if (value === undefined) faults.push({ key, text: `'${text.slice(0, 40)}' is not understood: write ${how}` });
    else disclosure[key] = value;
  }
  const refused = new Set(faults.map(({ key }) => key));
  const missing = missingFields(disclosure, record).filter(({ key }) => !refused.has(key));
  faults.push(...missing.map(({ key, how }) => ({ key, text: `it is not stated: write ${how}` })));
  return { disclosure, faults: [...faults, ...contradictions(disclosure, record)] };
}

/** The fields that are required of a record and not stated. */
export function missingFields(stated: Disclosure | undefined, record: Omit<DisclosedRecord, 'days'>): readonly KeyedField[] {
  return fieldsOf(record).filter(
    ({ key }) => stated?.[key] === undefined && key !== 'actual_since' && (!isWeights(key) || stated?.[kindOf(key)] === 'blend'),
  );
}

type KeyedField = DisclosureField & { key: DisclosureKey };

function fieldsOf(record: Omit<DisclosedRecord, 'days'>): readonly KeyedField[] {
  return disclosureFields.filter(({ of }) => of === 'record' || record[of] !== '');
}

function isWeights(key: DisclosureKey): key is 'benchmark_weights' | 'benchmark2_weights' {
  return key === 'benchmark_weights' || key === 'benchmark2_weights';
}

function kindOf(key: 'benchmark_weights' | 'benchmark2_weights') {
  return key === 'benchmark_weights' ? 'benchmark_kind' : 'benchmark2_kind';
}

function contradictions(stated: Disclosure, { days }: DisclosedRecord): DisclosureFault[] {
  const faults: DisclosureFault[] = [];
  const left = feeKeys.filter((key) => stated[key] === LEFT_OUT);
  const owed = left.filter((key) => key !== 'custody_fee');
  if (stated.returns === 'net' && owed.length > 0)
    faults.push({
      key: 'returns',
      text: `net returns have these in them: ${owed.map(noteKeyOf).join(', ')}. Write gross, or how each is in them`,
    });
  if (stated.returns === 'gross' && !['management_fee', 'performance_fee'].some((key) => left.includes(key as 'management_fee')))
    faults.push({
      key: 'returns',
      text: 'gross returns leave out the management or the performance fee: write net, or which one is left out',
    });
  for (const key of ['benchmark_weights', 'benchmark2_weights'] as const) {
    if (stated[key] !== undefined && stated[kindOf(key)] !== 'blend') delete stated[key];
  }
  const isActual = stated.results === undefined || stated.results === 'actual' || stated.actual_since !== undefined;
  const charged = isActual ? [] : feeKeys.filter((key) => stated[key] === 'charged');
  faults.push(
    ...charged.map((key) => ({
      key,
      text: `nothing was charged where results are ${stated.results}: write the percentage that it is modelled at`,
    })),
  );
  const since = stated.actual_since === undefined ? undefined : dayOf(stated.actual_since);
  if (since === undefined) return faults;
  const text = stated.results === 'actual' ? 'an actual record is so from its first day: leave it out' : days && dayFault(days, since);
  return text === undefined ? faults : [...faults, { key: 'actual_since', text }];
}

/** The day of the change is a day of the record, because its value is the base of the actual part. */
function dayFault(days: Int32Array, since: number): string | undefined {
  const index = days.findIndex((day) => day >= since);
  if (index === 0) return 'the record begins then or later: write that the results are actual';
  const [before, after] = [days[index === -1 ? days.length - 1 : index - 1] ?? 0, days[index]];
  if (after === since) return undefined;
  return `${isoOf(since)} is no day of the record: write ${isoOf(before)}${after === undefined ? ', its last one' : ` or ${isoOf(after)}`}`;
}

function benchmarkFields<Of extends 'benchmark' | 'benchmark2', Label extends string>(of: Of, label: Label) {
  return [
    { key: `${of}_kind` as const, label: `${label}: what it is`, ...choice('index', 'blend', 'own model'), of },
    {
      key: `${of}_weights` as const,
      label: `${label}: weights of a blend`,
      how: '60% World Equity, 40% Euro Bonds',
      example: '',
      read: readWeights,
      of,
    },
    { key: `${of}_return` as const, label: `${label}: return`, ...choice('total', 'net total', 'price'), of },
    { key: `${of}_currency` as const, label: `${label}: currency`, how: 'a currency, such as EUR', example: 'EUR', read: readCurrency, of },
    { key: `${of}_hedged` as const, label: `${label}: currency risk`, ...choice('hedged', 'unhedged'), of },
  ] as const;
}

function choice(...choices: [string, ...string[]]) {
  const bare = (text: string) => text.toLowerCase().replaceAll(/[\s_-]/g, '');
  return {
    choices,
    example: choices[0],
    how: `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`,
    read: (text: string) => choices.find((one) => bare(one) === bare(text)),
  };
}

/** A fee: deducted from the values as it was charged, or modelled as a percentage; or there is none, or it is not deducted (left out). */
function fee(example: string) {
  const plain = choice('charged', 'none', LEFT_OUT);
  return {
    example,
    how: `charged, none or ${LEFT_OUT}, or ${example} where it is modelled`,
    read(text: string) {
      const [, number] = /^(\d{1,2}(?:[.,]\d{1,4})?)\s*%$/.exec(text) ?? [];
      const percent = Number(number?.replace(',', '.'));
      return number === undefined ? plain.read(text) : percent > 0 ? `${percent}%` : undefined;
    },
  };
}

function words(example: string) {
  return {
    example,
    how: `a text of 2 to 200 characters, such as ${example}`,
    read(text: string) {
      const folded = cleanText(text);
      return folded.length >= 2 && folded.length <= 200 ? folded : undefined;
    },
  };
}

function readCurrency(text: string): string | undefined {
  return Intl.supportedValuesOf('currency').find((code) => code === text.toUpperCase());
}

function readDay(text: string): string | undefined {
  const day = dayOf(text);
  return day === undefined ? undefined : isoOf(day);
}

/** Parts with their percentages, which add up to 100. */
function readWeights(text: string): string | undefined {
  const folded = words('').read(text);
  const parts = [...(folded ?? '').matchAll(/(\d{1,3}(?:[.,]\d{1,4})?) ?%/g)].map(([, number = '']) => Number(number.replace(',', '.')));
  const sum = parts.reduce((all, one) => all + one, 0);
  return parts.length > 1 && Math.abs(sum - 100) < 0.1 ? folded : undefined;
}
