import { isSupportedCountry, Metadata } from 'libphonenumber-js/max';
import { countries, type Country } from './countries.ts';

const KINDS = ['FIXED_LINE', 'MOBILE', 'FIXED_LINE_OR_MOBILE', 'TOLL_FREE', 'SHARED_COST', 'VOIP', 'UAN', 'PERSONAL_NUMBER'];
/** Prefixes that are no longer used but still in people's contacts: +52 1 55 … (Mexico, until 2019). */
const OLDER: Readonly<Record<string, string[]>> = { mx: ['044', '045', '01', '1'] };
/** North American numbers after the area code: they begin with 2 to 9 and have 7 digits. */
const LOCAL = '2-9:7';

export function phonePlansSource(): string {
  const rows = countries.map((country) => [country[1], planOf(country)]).filter(([, plan]) => plan !== undefined);
  return `/**
 * By country: trunk prefixes, then which lengths the national numbers have by their first digit ('0 1-3:9-10 7:10').
 * Generated from libphonenumber's metadata (Apache-2.0): \`npm test -- --only unit phone-plans -u\`.
 */
export const phonePlans: Readonly<Record<string, string>> = {
${rows.map(([iso2, plan]) => `  ${iso2}: '${plan}',`).join('\n')}
};
`;
}

type NumberingPlan = {
  callingCode: () => string;
  nationalPrefix: () => unknown;
  nationalPrefixForParsing: () => unknown;
  nationalPrefixTransformRule: () => unknown;
  nationalNumberPattern: () => string;
  type: (kind: string) => { pattern: () => string } | undefined;
};

function planOf([, iso2, dialCode]: Country): string | undefined {
  const code = iso2.toUpperCase();
  if (!isSupportedCountry(code)) return undefined;
  const metadata = new Metadata();
  metadata.selectNumberingPlan(code);
  const plan = metadata.numberingPlan as unknown as NumberingPlan;
  const area = dialCode.slice(plan.callingCode().length);
  if (area !== '') return `1${area},${area},1 ${LOCAL}`;
  const trunks = [...(OLDER[iso2] ?? []), ...trunksOf(plan)];
  const patterns = KINDS.map((kind) => plan.type(kind)?.pattern() ?? '').filter((pattern) => pattern !== '');
  const lengths = new Map<string, Set<number>>();
  for (const pattern of patterns.length > 0 ? patterns : [plan.nationalNumberPattern()]) {
    for (const [first, found] of lengthsByFirst(pattern)) {
      // Some free numbers begin with a 0 that is not a trunk prefix; nobody writes them after a dial code.
      if (trunks.includes('0') && first === '0') continue;
      lengths.set(first, new Set([...(lengths.get(first) ?? []), ...found]));
    }
  }
  return [trunks.join(','), ...grouped(lengths)].join(' ').trim();
}

function trunksOf(plan: NumberingPlan): string[] {
  const [prefix, parsed] = [plan.nationalPrefix(), plan.nationalPrefixForParsing()];
  if (typeof prefix !== 'string' || prefix === '') return [];
  // A few countries also have older prefixes (Lithuania's 8, Belarus' 80). Parsing rules that rewrite numbers are not used.
  const others = typeof parsed === 'string' && /^(?:\[\d+\]|[\d?|])+$/.test(parsed) ? spelled(parsed) : [];
  return [...new Set([prefix, ...others])].filter((one) => one.length <= 2).toSorted((a, b) => b.length - a.length || a.localeCompare(b));
}

function spelled(pattern: string): string[] {
  return pattern.split('|').flatMap((branch) =>
    [...branch.matchAll(/(?:\[(\d+)\]|(\d))(\?)?/g)].reduce<string[]>(
      (texts, [, among, one, optional]) => {
        const longer = texts.flatMap((text) => Array.from(among ?? one!).map((digit) => text + digit));
        return optional ? [...texts, ...longer] : longer;
      },
      [''],
    ),
  );
}

/** First digit → lengths of the numbers that a pattern of libphonenumber matches (digits, classes, groups, '|', '?', '{n,m}'). */
function lengthsByFirst(pattern: string): Map<string, Set<number>> {
  let at = 0;
  const choices = (): string[] => {
    const found = new Set(sequence());
    while (pattern[at] === '|') {
      at += 1;
      for (const one of sequence()) found.add(one);
    }
    return [...found];
  };
  const sequence = (): string[] => {
    let found = [''];
    while (at < pattern.length && pattern[at] !== '|' && pattern[at] !== ')') found = joined(found, repeated(atom()));
    return found;
  };
  const atom = (): string[] => {
    const rest = pattern.slice(at);
    const [text] = /^(?:\(\?:|\\d|\[[\d-]+\]|\d)/.exec(rest)!;
    at += text.length;
    if (text === '\\d') return Array.from('0123456789');
    if (text.startsWith('[')) return Array.from('0123456789').filter((digit) => new RegExp(text).test(digit));
    if (text !== '(?:') return [text];
    const inner = choices();
    at += 1;
    return inner;
  };
  const repeated = (one: string[]): string[] => {
    const [text, only, from, to] = /^(?:\?|\{(\d+)\}|\{(\d+),(\d+)\})/.exec(pattern.slice(at)) ?? ['', '1'];
    at += text.length;
    const [least, most] = text === '?' ? [0, 1] : [Number(only ?? from), Number(only ?? to)];
    const found = new Set<string>();
    for (let times = 0, some = ['']; times <= most; times += 1, some = joined(some, one))
      if (times >= least) for (const text of some) found.add(text);
    return [...found];
  };
  const lengths = new Map<string, Set<number>>();
  for (const shape of choices()) lengths.set(shape.charAt(0), (lengths.get(shape.charAt(0)) ?? new Set()).add(shape.length));
  return lengths;
}

/** Concatenations of two lists of texts, reduced to first digit and length. */
function joined(starts: string[], ends: string[]): string[] {
  return [...new Set(starts.flatMap((start) => ends.map((end) => shape(start + end))))];
}

function shape(text: string): string {
  return text.slice(0, 1) + '·'.repeat(Math.max(0, text.length - 1));
}

function grouped(lengths: Map<string, Set<number>>): string[] {
  const groups = new Map<string, string[]>();
  for (const first of [...lengths.keys()].toSorted()) {
    const key = ranges([...lengths.get(first)!].toSorted((a, b) => a - b)).join(',');
    groups.set(key, [...(groups.get(key) ?? []), first]);
  }
  return [...groups].map(([key, firsts]) => `${ranges(firsts.map(Number)).join('')}:${key}`);
}

/** 1, 2, 3, 5 → '1-3', '5'. */
function ranges(numbers: number[]): string[] {
  const found: [number, number][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
}
