import type { Disclosure } from './disclosure.ts';
import { feeKeys, LEFT_OUT } from './fee-keys.ts';
import { longDate } from './format.ts';

/** How results came about: with money, by a simulation, or by a method applied to the past. */
export type Results = 'actual' | 'simulated' | 'back-tested';

export const NOT_STATED = 'not stated';

/** Said in public of a record from before a disclosure was required. */
export const UNDISCLOSED = 'Currency, costs, fees and benchmark of this record are not stated.';

const fees = {
  management_fee: { name: 'management fee', of: ' a year' },
  performance_fee: { name: 'performance fee', of: ' of gains' },
  transaction_costs: { name: 'trading costs', of: ' of what is traded' },
  custody_fee: { name: 'custody fee', of: ' a year' },
} as const;

/** Whether returns may be called net: only where the record states it. */
export function isNet(stated: Disclosure | undefined): boolean {
  return stated?.returns === 'net';
}

/** Which costs and fees are deducted from the returns, as printed beside them: `net of costs and fees` where all are. */
export function costWords(stated: Disclosure | undefined): string {
  if (stated === undefined) return `costs and fees ${NOT_STATED}`;
  const left = feeKeys.filter((key) => stated[key] === LEFT_OUT).map((key) => fees[key].name);
  if (left.length === 0) return 'net of costs and fees';
  return left.length === feeKeys.length ? 'before costs and fees' : `${stated.returns}, before ${listed(left)}`;
}

/** The line of a card that says what its figures are: `EUR, net of costs and fees`. */
export function basisWords(stated: Disclosure | undefined): string {
  const words = costWords(stated);
  return stated?.currency === undefined ? capital(words) : `${stated.currency}, ${words}`;
}

/** The words of several records; undefined where they differ. */
export function commonCostWords(all: readonly (Disclosure | undefined)[]): string | undefined {
  const [first, ...others] = new Set(all.map(costWords));
  return others.length === 0 ? first : undefined;
}

/** How the results on a day came about; undefined when it is not stated. @param day ISO */
export function resultsOn(stated: Disclosure | undefined, day: string): Results | undefined {
  const { results, actual_since: since } = stated ?? {};
  return since !== undefined && day > since ? 'actual' : (results as Results | undefined);
}

/** What results that are not actual are called, and what that means. */
const simulations = {
  simulated: 'Simulated: computed by a model, no money was managed.',
  'back-tested': 'Back-tested: the method was applied to the past, no money was managed.',
} as const;

type Shown = { results?: Results | undefined };

/** The mark of figures that are not actual: `Back-tested`; undefined where they are, or where it is not stated. */
export function simulationMark({ results }: Shown): string | undefined {
  return results === undefined || results === 'actual' ? undefined : capital(results);
}

export function simulationWords({ results }: Shown): string | undefined {
  return results === undefined || results === 'actual' ? undefined : simulations[results];
}

/** Said where a record has a simulated part before its actual one. */
export function partsWords({ simulated }: { simulated?: { results: Results; as_of: string } | undefined }): string | undefined {
  if (simulated === undefined) return undefined;
  return `${capital(simulated.results)} to ${longDate(simulated.as_of)}, actual since: no figure, rate or line is of both.`;
}

/** The text without the word `net`, unless the record states that its returns are net. */
export function sayNet(text: string, stated: Disclosure | undefined): string {
  return isNet(stated) ? text : text.replaceAll('Net return', 'Return').replaceAll('net return', 'return');
}

export type DisclosureTerm = { term: string; words: string };
type Benchmarks = { benchmark: string | null; benchmark2: string | null };

/**
 * What a record states, in a fixed order; a term without a statement is `not stated`.
 * @param named whether benchmarks are called by their names
 */
export function disclosureTerms(stated: Disclosure | undefined, { benchmark, benchmark2 }: Benchmarks, named = true): DisclosureTerm[] {
  const { currency, returns, for_whom, domicile, dealing_days } = stated ?? {};
  const whole = (term: string, words: string | undefined) => ({ term, words: words ?? NOT_STATED });
  return [
    whole('Currency', currency),
    whole('Returns', returns && capital(costWords(stated))),
    whole('Costs and fees', returns && feeWords(stated)),
    whole('Results', resultsWords(stated)),
    ...(benchmark ? [whole('Benchmark', benchmarkWords(named ? benchmark : '', benchmarkOf(stated, 'benchmark')))] : []),
    ...(benchmark2 ? [whole('Second benchmark', benchmarkWords(named ? benchmark2 : '', benchmarkOf(stated, 'benchmark2')))] : []),
    whole('For whom', for_whom),
    whole('Domicile of the method', domicile),
    whole('Dealing days', dealing_days),
  ];
}

/** Each cost and fee by itself. */
export function feeTerms(stated: Disclosure | undefined): DisclosureTerm[] {
  return feeKeys.map((key) => {
    const { name, of } = fees[key];
    const value = stated?.[key] ?? NOT_STATED;
    return { term: capital(name), words: value.endsWith('%') ? `modelled at ${value}${of}` : value === 'charged' ? 'as charged' : value };
  });
}

function feeWords(stated: Disclosure | undefined): string {
  return capital(
    feeTerms(stated)
      .map(({ term, words }) => `${term.toLowerCase()} ${words}`)
      .join(', '),
  );
}

function resultsWords({ results, actual_since: since }: Disclosure = {}): string | undefined {
  if (results === undefined) return undefined;
  return since === undefined ? capital(results) : `${capital(results)} to ${longDate(since)}, actual since`;
}

type BenchmarkFacts = { kind?: string; weights?: string; returns?: string; currency?: string; hedged?: string };

function benchmarkOf(stated: Disclosure | undefined, of: 'benchmark' | 'benchmark2'): BenchmarkFacts | undefined {
  if (stated?.[`${of}_kind`] === undefined) return undefined;
  return {
    kind: stated[`${of}_kind`],
    weights: stated[`${of}_weights`],
    returns: stated[`${of}_return`],
    currency: stated[`${of}_currency`],
    hedged: stated[`${of}_hedged`],
  };
}

function benchmarkWords(name: string, facts: BenchmarkFacts | undefined): string | undefined {
  if (facts === undefined) return undefined;
  const { kind, weights, returns, currency, hedged } = facts;
  const what = kind === 'blend' ? `blend of ${weights}` : kind;
  return `${name === '' ? '' : `${name}: `}${what}, ${returns} return, ${currency}, ${hedged}`;
}

function listed(names: readonly string[]): string {
  return names.length === 1 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
