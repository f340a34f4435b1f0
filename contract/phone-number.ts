import { elementAt, present } from './checked.ts';
import { countries, DEFAULT_COUNTRY, type Country } from './countries.ts';
import { phonePlans } from './phone-plans.ts';

export type Phone = { text: string; country: Country; chosen: string; extension: string };

/** How a text changed: typed or dictated at the end of the field, replaced as a whole (pasted over, autofilled), or edited within. */
export type Change = 'typed' | 'whole' | 'edited';

type Plan = { trunks: string[]; lengths: Map<string, number[]> };

/** What was read from a text: a number of a country, or digits of an unknown country (`national` undefined). */
type Read = { country: Country; national: string | undefined; digits: string; extension: string };

const PLUS = /\+|＋/;
const EXTENSION = /(?:;?\s*e?xt\p{L}*|\s*(?:x|#|int(?:erno)?|durchwahl|poste))[\s.:=#]*(\d{1,7})\D*$/iu;
/** Longest text that is searched for an extension: five times what a form accepts. */
const LONGEST = 200;
/** International prefixes besides 00, by dial code. */
const ABROAD: Readonly<Record<string, string>> = { '1': '011', '61': '0011', '81': '010' };

const byDialCode = new Map<string, Country[]>();
for (const one of [...countries].sort((a, b) => (a[4] ?? 0) - (b[4] ?? 0))) {
  byDialCode.set(one[2], [...(byDialCode.get(one[2]) ?? []), one]);
}

/** The number as it is shown after the field loses the focus, and sent: '+44 7911 123456'. Without digits only the country's dial code. */
export function settled(phone: Phone): Phone {
  const read = reread(phone);
  return read.text === '+' ? { ...read, text: `+${read.country[2]} ` } : read;
}

/**
 * Normalizes a number that was sent as typed, without the phone field that knows its country. A number with a country code is written as that field
 * writes it, without a trunk 0: '+44 (0)20 7946 0958' becomes '+44 20 7946 0958'. Any other text stays unchanged. Idempotent.
 */
export function internationalPhone(text: string): string {
  // Numbers copied from web pages may have non-breaking hyphens and dashes.
  if (!/^\s*(?:\(\s*)?(?:[+＋]|00)[\d\s()+.\u2010-\u2015-]*$/.test(text)) return text;
  const read = readText(text, { country: countryOf(DEFAULT_COUNTRY), chosen: DEFAULT_COUNTRY });
  return read.national !== undefined && fits(planOf(read.country).lengths, read.national) ? written(read) : text;
}

function reread(phone: Phone): Phone {
  if (phone.text.trim() === '') return { ...phone, text: '' };
  const read = readText(phone.text, phone);
  return { ...phone, country: read.country, text: written(read), extension: read.extension || phone.extension };
}

export function phoneOf(text: string): Phone {
  const country = countryOf(DEFAULT_COUNTRY);
  return settled({ text: text || `+${country[2]}`, country, chosen: DEFAULT_COUNTRY, extension: '' });
}

/** The field after its text changed. A number that is edited within is formatted only when the field loses the focus. */
export function changed(phone: Phone, text: string, change: Change): Phone {
  const begun = fromAnew(phone, text, change);
  const next = { ...phone, text: begun, extension: '' };
  if (digitsOf(begun) === '') return next;
  // An extension is still being typed ('ext. 12'): its digits do not belong to the number.
  const midway = change === 'typed' && /[\p{L}#;]/u.test(begun);
  return change === 'edited' || midway ? { ...next, country: readText(begun, phone).country } : reread(next);
}

export function underCountry(phone: Phone, iso2: string): Phone {
  const country = countryOf(iso2);
  const { national = '', country: from, extension } = readText(phone.text, phone);
  // An area code that is part of the old dial code is kept (+1684 under +1).
  const area = from[2] !== country[2] && from[2].startsWith(country[2]) ? from[2].slice(country[2].length) : '';
  return settled({ text: `+${country[2]} ${area}${national}`, country, chosen: iso2, extension: extension || phone.extension });
}

export function phoneHint({ text, country, chosen, extension }: Phone): string {
  const { national, digits } = readText(text, { country, chosen });
  if (national === undefined) return digits === '' ? '' : `Please check: no country has the dial code of +${digits}.`;
  const { lengths } = planOf(country);
  const said = extension && `The number is sent without its extension, ${extension}.`;
  if (national === '' || lengths.size === 0 || fits(lengths, national)) return said;
  const dialCode = `+${country[2]} (${country[0]})`;
  const right = lengths.get(national.charAt(0));
  if (!right) return `Please check: no number begins with ${national[0]} after ${dialCode}.`;
  return `Please check: ${listOf(right)} digits follow ${dialCode}; this number has ${national.length}.`;
}

function readText(text: string, now: Pick<Phone, 'country' | 'chosen'>): Read {
  const [, extension = ''] = text.length > LONGEST ? [] : (EXTENSION.exec(text) ?? []);
  const plain = extension ? text.replace(EXTENSION, '') : text;
  const international = plain.search(PLUS);
  const digits = digitsOf(international < 0 ? plain : plain.slice(international));
  const abroad = international < 0 ? abroadOf(digits, now.country[2]) : digits;
  if (abroad !== undefined) return { ...underPlus(abroad.replace(/^0+(?=[1-9])/, ''), now), extension };
  return { ...underDialCode(now.country[2], digits, now.chosen), digits, extension };
}

function underPlus(digits: string, now: Pick<Phone, 'country' | 'chosen'>): Omit<Read, 'extension'> {
  const dialCode = [4, 3, 2, 1].map((length) => digits.slice(0, length)).find((start) => byDialCode.has(start));
  if (dialCode === undefined) return { country: now.country, national: undefined, digits };
  const rest = digits.slice(dialCode.length);
  // The visitor wrote 0044… after the dial code in the field.
  const anew = rest.startsWith('00') ? underPlus(rest.slice(2), now) : undefined;
  if (anew?.national && fits(planOf(anew.country).lengths, anew.national)) return anew;
  const found = underDialCode(dialCode, rest, now.chosen);
  const less = dialCode + found.national;
  // Without its trunk it may begin with the dial code of another country: +1 1 758 is Saint Lucia's +1758.
  return less === digits ? { ...found, digits } : underPlus(less, now);
}

/** Which of the countries with the same dial code it is: the chosen one, else the first, unless the digits say otherwise. */
function underDialCode(dialCode: string, digits: string, chosen: string): { country: Country; national: string } {
  const sharing = sharingCode(dialCode);
  const first = elementAt(sharing, 0);
  const preferred = sharing.find((one) => one[1] === chosen) ?? first;
  const national = withoutTrunk(digits, dialCode, planOf(preferred));
  const area = sharing.find((one) => one[5]?.some((code) => national.startsWith(code)));
  const foreign = !fits(planOf(preferred).lengths, national) && fits(planOf(first).lengths, national);
  return { country: area ?? (foreign ? first : preferred), national };
}

/** Removes trunk prefixes until none is left, so that a second reading changes nothing: another may follow the first (+375 (0) 8 800000). */
function withoutTrunk(digits: string, dialCode: string, plan: Plan): string {
  const rest = lessOneTrunk(digits, dialCode, plan);
  return rest === digits ? digits : withoutTrunk(rest, dialCode, plan);
}

function lessOneTrunk(digits: string, dialCode: string, { trunks, lengths }: Plan): string {
  const rests = (starts: string[]) => starts.filter((start) => digits.startsWith(start)).map((start) => digits.slice(start.length));
  // If numbers may begin with the trunk digit, only the length decides (8 800 … in Russia).
  const certain = rests(trunks).find((rest) => fits(lengths, rest));
  if (certain !== undefined || fits(lengths, digits) || digits.startsWith('00')) return certain ?? digits;
  const none = (start: string) => !lengths.has(start.charAt(0));
  const dropped = rests(trunks.filter(none)).find((rest) => rest !== '') ?? digits;
  // People also write a trunk 0 for countries without one: +48 (0)22.
  return rests([dialCode, ...['0'].filter(none)]).find((rest) => fits(lengths, rest)) ?? dropped;
}

/** The text from where a new number begins: at an inserted plus, or at 00 right after the dial code in the field. */
function fromAnew(phone: Phone, text: string, change: Change): string {
  const added = addedTo(phone.text, text);
  const plus = added.search(PLUS);
  if (plus >= 0) return added.slice(plus);
  const [digits, dialCode] = [digitsOf(text), phone.country[2]];
  if (change === 'edited' || !PLUS.test(text) || !digits.startsWith(dialCode)) return text;
  const abroad = abroadOf(digits.slice(dialCode.length), dialCode);
  return abroad === undefined ? text : `+${abroad}`;
}

function addedTo(before: string, text: string): string {
  if (text.endsWith(before)) return text.slice(0, text.length - before.length);
  let start = 0;
  while (start < before.length && before[start] === text[start]) start += 1;
  let end = text.length;
  for (let old = before.length; end > start && old > start && before[old - 1] === text[end - 1]; old -= 1) end -= 1;
  return text.slice(start, end);
}

function abroadOf(digits: string, dialCode: string): string | undefined {
  const usual = ABROAD[dialCode.startsWith('1') ? '1' : dialCode] ?? '00';
  // A half-typed 0011 does not count as 00.
  if (usual !== digits && usual.startsWith(digits)) return undefined;
  const prefix = [usual, '00'].find((one) => digits.startsWith(one));
  return prefix === undefined ? undefined : digits.slice(prefix.length);
}

/** Formats a number: '+44 7911 123456'. */
function written({ country, national, digits }: Read): string {
  return national === undefined ? `+${digits}` : `+${country[2]} ${masked(national, elementAt(sharingCode(country[2]), 0)[3])}`;
}

function masked(digits: string, format: Country[3] = ''): string {
  const masks = typeof format === 'string' ? { default: format } : format;
  const beginning = Object.keys(masks).find((one) => one !== 'default' && new RegExp(one.slice(1, -1)).test(digits));
  const mask = present(masks[beginning ?? 'default']);
  let text = '';
  let used = 0;
  for (const sign of mask) {
    if (used === digits.length) break;
    text += sign === '.' ? digits.charAt(used++) : sign;
  }
  return text + digits.slice(used);
}

const plans = new Map<string, Plan>();

function planOf([, iso2]: Country): Plan {
  const plan = plans.get(iso2) ?? readPlan(phonePlans[iso2] ?? '');
  plans.set(iso2, plan);
  return plan;
}

function readPlan(text: string): Plan {
  const parts = text.split(' ');
  const [trunks = ''] = parts.filter((part) => !part.includes(':'));
  const lengths = new Map<string, number[]>();
  for (const [firsts = '', those] of parts.map((part) => part.split(':'))) {
    if (those === undefined) continue;
    const numbers = those.split(',').flatMap(rangeOf);
    for (const first of (firsts.match(/\d(?:-\d)?/g) ?? []).flatMap(rangeOf)) lengths.set(String(first), numbers);
  }
  return { trunks: trunks === '' ? [] : trunks.split(','), lengths };
}

/** '7-9' → 7, 8, 9. */
function rangeOf(range: string): number[] {
  const [from = 0, to = from] = range.split('-').map(Number);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function fits(lengths: Plan['lengths'], national: string): boolean {
  return lengths.get(national[0] ?? '')?.includes(national.length) ?? false;
}

/** 9, 10, 11 → '9 to 11'; 7, 9, 10 → '7, 9 or 10'. */
function listOf(numbers: number[]): string {
  const [first = 0] = numbers;
  const last = numbers.at(-1) ?? first;
  if (numbers.length > 2 && last === first + numbers.length - 1) return `${first} to ${last}`;
  return numbers.length === 1 ? `${last}` : `${numbers.slice(0, -1).join(', ')} or ${last}`;
}

/** The countries that share a dial code. */
function sharingCode(dialCode: string): readonly Country[] {
  return present(byDialCode.get(dialCode));
}

function countryOf(iso2: string): Country {
  return present(countries.find((country) => country[1] === iso2));
}

/** The digits of a text as ASCII digits, whatever script they are in (Arabic and Persian keyboards, full width). */
function digitsOf(text: string): string {
  return text
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .normalize('NFKC')
    .replace(/[^0-9]/g, '');
}
