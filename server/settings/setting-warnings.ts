import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { elementAt } from '../../contract/checked.ts';
import { declarations } from './settings.ts';

/** Warnings about misspelt names and readable files. They name settings only, because a value may be a secret. */
export function settingWarnings(env: Readonly<Record<string, string | undefined>>, folder: string): string[] {
  return [...misspelt(Object.keys(env)), ...exposed(folder)];
}

function misspelt(names: readonly string[]): string[] {
  const known = Object.keys(declarations);
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((one) => isLike(lettersOf(name), lettersOf(one)));
      return meant === undefined ? [] : [`${name} is no setting and changes nothing: ${meant} may be meant`];
    });
}

function exposed(folder: string): string[] {
  const about = statSync(resolve(folder, '.env'), { throwIfNoEntry: false });
  if (process.platform === 'win32' || about === undefined || (about.mode & 0o004) === 0) return [];
  return ['every user of this machine may read the file .env, secrets included: chmod 600 .env'];
}

function lettersOf(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z\d]/g, '');
}

/** Whether the names have the same letters, or differ by one letter from 6 letters on, or by two from 9 on: HOME is not HOST. */
function isLike(given: string, known: string): boolean {
  const slips = known.length >= 9 ? 2 : known.length >= 6 ? 1 : 0;
  return Math.abs(given.length - known.length) <= slips && distance(given, known) <= slips;
}

/** Levenshtein distance: letters to insert, remove or replace to turn one text into the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = elementAt(row, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, elementAt(row, j) + 1, elementAt(next, j - 1) + 1));
    }
    row = next;
  }
  return elementAt(row, other.length);
}
