import * as v from 'valibot';
import { readJsonColumn } from '../../store/json-column.ts';

/** Descriptions of a portfolio. Each version has its own, so that the past can be shown as it was. */
export type PortfolioAbout = {
  name: string;
  shortName: string;
  subName: string;
  description: string;
  /** Names of the benchmarks; '' when there is none. */
  benchmark: string;
  benchmark2: string;
};

/** Parses the descriptions of a version or draft. When they cannot be read, the id replaces them, and the record's digest keeps its figures off the site. */
export function storedAbout(text: string, id: string): PortfolioAbout {
  const unknown = { name: id, shortName: id, subName: '', description: '', benchmark: '', benchmark2: '' };
  return readJsonColumn(stored, text, `portfolio ${id}`) ?? unknown;
}

const stored: v.GenericSchema<unknown, PortfolioAbout> = v.object({
  name: v.string(),
  shortName: v.string(),
  subName: v.string(),
  description: v.string(),
  benchmark: v.string(),
  benchmark2: v.string(),
});

const words: Readonly<Record<keyof Words, string>> = {
  group: 'group',
  name: 'name',
  shortName: 'short name',
  subName: 'sub-name',
  description: 'description',
  benchmark: 'benchmark',
  benchmark2: 'second benchmark',
};

type Words = PortfolioAbout & { group: string };
type Said = { group: string; about: PortfolioAbout };

/** The descriptions that changed. */
export function changedWords(before: Said, after: Said): { what: string; before: string; after: string }[] {
  const [was, is] = [before, after].map(({ group, about }) => ({ group, ...about })) as [Words, Words];
  return (Object.keys(words) as (keyof Words)[])
    .filter((key) => was[key] !== is[key])
    .map((key) => ({ what: words[key], before: was[key], after: is[key] }));
}
