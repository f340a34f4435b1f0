import * as v from 'valibot';
import { disclosureSchema, type Disclosure } from '../../../contract/figures/disclosure.ts';
import { disclosureTerms, NOT_STATED } from '../../../contract/figures/disclosure-words.ts';
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
  /** Absent in versions from before one was required. */
  disclosure?: Disclosure;
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
  disclosure: v.optional(disclosureSchema),
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

type Words = Omit<PortfolioAbout, 'disclosure'> & { group: string };
type Said = { group: string; about: PortfolioAbout };

/** The descriptions that changed, and what is stated of the figures. */
export function changedWords(before: Said, after: Said): { what: string; before: string; after: string }[] {
  const [was, is] = [before, after].map(({ group, about }) => ({ group, ...about })) as [Words, Words];
  const said = (Object.keys(words) as (keyof Words)[])
    .filter((key) => was[key] !== is[key])
    .map((key) => ({ what: words[key], before: was[key], after: is[key] }));
  return [...said, ...changedTerms(before.about, after.about)];
}

/** Statements that changed; a term that only one side has, as of an added benchmark, is NOT_STATED on the other. */
function changedTerms(before: PortfolioAbout, after: PortfolioAbout): { what: string; before: string; after: string }[] {
  const [was, is] = [before, after].map(
    (about) => new Map(disclosureTerms(about.disclosure, about).map(({ term, words: one }) => [term, one])),
  );
  return [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])]
    .map((term) => ({
      what: `statement on ${term.toLowerCase()}`,
      before: was?.get(term) ?? NOT_STATED,
      after: is?.get(term) ?? NOT_STATED,
    }))
    .filter((one) => one.before !== one.after);
}
