import { present } from '../../../contract/checked.ts';
import type { Passage } from '../../../contract/desk/passage.ts';
import { forms } from '../../../contract/forms/form-list.ts';
import type { Answers } from '../../../contract/forms/form.ts';
import { jsonObject } from '../../store/json-column.ts';
import type { LeadRow } from '../../store/tables/lead-tables.ts';
import type { Tx } from '../../store/store.ts';

/** Removes differences of case, accents and marks. Stored text and search words are both folded. */
export function fold(text: string): string {
  // Some letters share one capital, and should match each other.
  const lower = text.normalize('NFKD').toLowerCase().toUpperCase().toLowerCase().normalize('NFKD');
  return lower
    .replace(/\p{M}/gu, '')
    .replace(/[æœøłđðþς’‘`´]/g, (letter) => present(PLAIN[letter]))
    .normalize('NFC');
}

const PLAIN: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ς: 'σ',
  '’': "'",
  '‘': "'",
  '`': "'",
  '´': "'",
};

/** What people remember a sender by: any part of these words is found. */
const REMEMBERED = ['name', 'surname', 'lastname', 'email', 'company', 'role', 'subject'] as const;

export function rememberedTexts(answers: Answers): string[] {
  return REMEMBERED.map((name) => answers[name] ?? '');
}

const MOST_CHARACTERS = 600;

/** The text that a lead is found by: folded words with two spaces before each, so that even a word's first letter makes a term of three characters. */
export function searchText(answers: Answers): string {
  const words = rememberedTexts(answers)
    .flatMap((text) => text.split(/\s+/))
    .filter((word) => word !== '');
  const all = new Set(words.flatMap(spellings));
  const number = digitsOf(answers.phone ?? '');
  if (number !== '') all.add(number);
  return `  ${[...all].join('  ')}`.slice(0, MOST_CHARACTERS).toWellFormed();
}

/** The texts that a lead's text must all contain to match a search. */
export function needlesOf(search: string): string[] {
  const needles = new Set<string>();
  for (const part of fold(search).match(PARTS) ?? []) {
    const words = NUMBER.test(part) ? numbersOf(part) : [part];
    for (const word of words) if (word !== '') needles.add(needleOf(word));
  }
  return [...needles].slice(0, MOST_WORDS);
}

/** Characters of `words`: all of a message and its notes, and some pages of a CV. */
const MOST_OF_WORDS = 20_000;

/** Characters of a word that are stored and compared. */
const MOST_OF_WORD = 40;

/** Words in order, each once and with a space before it, by whose beginnings a lead is found; what is over the limit is left out. */
export function searchWords(texts: Iterable<string>): string {
  const all = new Set<string>();
  let length = 0;
  for (const text of texts)
    for (const [written] of text.matchAll(WORD))
      for (const word of wordForms(written)) {
        if (word === '' || all.has(word)) continue;
        length += word.length + 1;
        if (length > MOST_OF_WORDS) return joined(all);
        all.add(word);
      }
  return joined(all);
}

function joined(words: Iterable<string>): string {
  return Array.from(words, (word) => ` ${word}`).join('');
}

/** A word as people write it. */
export const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** Most words of most texts: nothing to fold but their case. */
const PLAIN_WORD = /^[A-Za-z\d]+$/;

/** How a written word is stored: folded, and umlauts as u and as ue. */
export function wordForms(written: string): string[] {
  if (PLAIN_WORD.test(written)) return [written.slice(0, MOST_OF_WORD).toLowerCase()];
  return spellings(written).map((word) =>
    Array.from(word.replace(/[^\p{L}\p{N}]/gu, ''))
      .slice(0, MOST_OF_WORD)
      .join(''),
  );
}

/** The beginnings of words that a lead's words must all contain to match a search; none where no word of the search is long enough. */
export function wordNeedlesOf(search: string): string[] {
  const words = [...new Set(Array.from(search.matchAll(WORD), ([word]) => wordForms(word)[0] ?? ''))].filter((word) => word !== '');
  return words.some((word) => isLong(word)) ? words.slice(0, MOST_WORDS) : [];
}

/** Whether the index is asked for a word: too many words begin with one or two letters. */
export function isLong(word: string): boolean {
  return Array.from(word).length >= LEAST_LETTERS;
}

const LEAST_LETTERS = 3;
const MOST_WORDS = 8;
const LEAST_DIGITS = 4;
const NUMBER = /^\+?[\d\s()./-]+$/;
/** Adjacent groups of digits are one number, however they are separated. */
const PARTS = /\+?[\d(][\d\s()./-]*(?=\s|$)|\S+/g;

/** A word of three or more characters matches anywhere in a text; a shorter one matches the beginning of a word. */
function needleOf(word: string): string {
  const length = Array.from(word).length;
  return length > 2 ? word : ' '.repeat(3 - length) + word;
}

/** The spellings by which a word may be searched: umlauts as u or ue, and a company without its punctuation. */
function spellings(word: string): string[] {
  const folded = fold(word);
  const written = fold(word.replace(/[äöüÄÖÜ]/g, (letter) => `${letter}e`));
  const letters = folded.includes('@') ? folded : folded.replace(/[^\p{L}\p{N}]/gu, '');
  return [folded, written, letters].filter((one) => one !== '');
}

function numbersOf(part: string): string[] {
  const digits = digitsOf(part);
  return digits.length < LEAST_DIGITS ? part.split(/\D+/) : [significant(digits)];
}

/** A zero in brackets is dialled only within the country. */
function digitsOf(text: string): string {
  return text.replace(/\(0\)|\D/g, '');
}

/** A number may be written with a country code, with a zero instead, or with neither: the last nine digits are the same. */
function significant(digits: string): string {
  const own = digits.replace(/^0+/, '');
  return (own.length > 9 ? own.slice(-9) : own) || digits;
}

/** A text that a search looks into. `of`: where a list says that it is from. */
export type WrittenText = { of: Passage['of']; text: string };

type Answered = Pick<LeadRow, 'id' | 'form' | 'answers'>;

/** What visitors wrote in sentences, what staff noted about it, the latest first, and the text of a CV. */
export async function readWritten(db: Tx, leads: readonly Answered[]): Promise<Map<string, WrittenText[]>> {
  const ids = leads.map(({ id }) => id);
  const written = new Map(leads.map((lead) => [lead.id, answersIn(lead)]));
  const add = (id: string, of: WrittenText['of'], text: unknown) => {
    if (typeof text === 'string' && text !== '') written.get(id)?.push({ of, text });
  };
  const noted = db.selectFrom('lead_events').select(['lead_id', 'detail']).where('kind', '=', 'note').where('lead_id', 'in', ids);
  for (const { lead_id: id, detail } of await noted.orderBy('at', 'desc').orderBy('id', 'desc').execute())
    add(id, 'note', jsonObject(detail)['text']);
  const planned = db.selectFrom('lead_work').select(['lead_id', 'come_back_why']).where('lead_id', 'in', ids);
  for (const { lead_id: id, come_back_why: why } of await planned.where('come_back_why', 'is not', null).execute())
    add(id, 'come back', why);
  // Last, since it has the most words.
  for (const { lead_id: id, text } of await db.selectFrom('cv_texts').select(['lead_id', 'text']).where('lead_id', 'in', ids).execute())
    add(id, 'CV', text);
  return written;
}

function answersIn({ form, answers }: Answered): WrittenText[] {
  const catalogue = Object.hasOwn(forms, form) ? forms[form]?.catalogue : undefined;
  const isWritten = (name: string) => (catalogue === undefined ? name === 'message' : catalogue[name]?.kind === 'textarea');
  return Object.entries(jsonObject(answers)).flatMap(([name, text]): WrittenText[] =>
    isWritten(name) && typeof text === 'string' ? [{ of: 'message', text }] : [],
  );
}
