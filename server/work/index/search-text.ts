import { present } from '../../../contract/checked.ts';
import type { Answers } from '../../../contract/forms/form.ts';

/** The same letters, whatever their case, accents and marks: what is stored is folded, and so is what is looked for. */
export function fold(text: string): string {
  // Some letters have one capital: they are the same to whoever looks for them.
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

/** What people remember somebody by. A message is read, not remembered, and stays out. */
const REMEMBERED = ['name', 'surname', 'lastname', 'email', 'company', 'role', 'subject'] as const;

const MOST_CHARACTERS = 600;

/** What a lead is found by: folded words, two spaces before each, so that also a word's first letters are three characters. */
export function searchText(answers: Answers): string {
  const words = REMEMBERED.flatMap((name) => (answers[name] ?? '').split(/\s+/)).filter((word) => word !== '');
  const all = new Set(words.flatMap(spellings));
  const number = digitsOf(answers.phone ?? '');
  if (number !== '') all.add(number);
  return `  ${[...all].join('  ')}`.slice(0, MOST_CHARACTERS).toWellFormed();
}

/** Texts that all have to be in the text of a lead that is looked for by these words. */
export function needlesOf(search: string): string[] {
  const needles = new Set<string>();
  for (const part of fold(search).match(PARTS) ?? []) {
    const words = NUMBER.test(part) ? numbersOf(part) : [part];
    for (const word of words) if (word !== '') needles.add(needleOf(word));
  }
  return [...needles].slice(0, MOST_WORDS);
}

const MOST_WORDS = 8;
const LEAST_DIGITS = 4;
const NUMBER = /^\+?[\d\s()./-]+$/;
/** Figures that follow each other are one number, however they are set apart. */
const PARTS = /\+?[\d(][\d\s()./-]*(?=\s|$)|\S+/g;

/** A word of three characters stands anywhere in a text; with a shorter one a word begins. */
function needleOf(word: string): string {
  const length = Array.from(word).length;
  return length > 2 ? word : ' '.repeat(3 - length) + word;
}

/** A German name is also remembered without its dots, and a company without those of its letters. */
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

/** A zero in brackets is dialled within the country alone. */
function digitsOf(text: string): string {
  return text.replace(/\(0\)|\D/g, '');
}

/** A number is written with its country's code, with a zero in its place, or with neither: what they end in is the same. */
function significant(digits: string): string {
  const own = digits.replace(/^0+/, '');
  return (own.length > 9 ? own.slice(-9) : own) || digits;
}
