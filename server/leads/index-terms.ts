import { openStages } from '../../contract/desk/application-stages.ts';
import { leadOrigins, type LeadOrigin } from '../../contract/desk/lead-origins.ts';
import { sectionOf } from './lead-columns.ts';
import { openStates, type LeadState } from '../../contract/desk/lead-states.ts';
import { staffFieldsOf, type FieldOf, type Worked } from '../../contract/desk/staff-fields.ts';
import type { LeadIndexRow } from '../store/tables/work-tables.ts';
import { listedFields } from '../store/staff-columns.ts';
import type { Store } from '../store/store.ts';

/** A property of a lead that a filter can ask for, such as ['form', 'generic']. */
export type Facet = readonly [name: FacetName, value: string];

/**
 * Stored terms contain a facet's index in `facetNames`, which therefore never changes. Fields of staff that are not listed here come behind: list them
 * here, in their order, before another name is appended.
 */
const named = [
  'section',
  'form',
  'caller',
  'campaign',
  'country',
  'verified',
  'spam',
  'state',
  'owner',
  'open',
  'waiting',
  'position',
  'stage',
  'scan',
  'held',
] as const;
export type FacetName = (typeof named)[number] | LeadOrigin | FieldOf<Worked, 'choice' | 'account' | 'score'>;

const facetNames: readonly FacetName[] = [
  ...new Set<FacetName>([...named, ...staffFieldsOf('lead', 'choice', 'account'), ...staffFieldsOf('application', 'choice', 'account')]),
];

/** Added to the index of an origin in its code: far above the indexes of `facetNames`, so that both lists can grow. */
const ORIGINS = 128;

type Indexed = Omit<LeadIndexRow, 'pos' | 'lead_id' | 'changed_at' | 'name' | 'text' | 'words' | 'terms' | 'seq' | 'sample'>;

export function facetsOf(row: Indexed): Facet[] {
  const { kind, form, caller, campaign, country, verified, spam, state, stage, position, scan } = row;
  const section = sectionOf(kind);
  const isApplication = section === 'application';
  const kept = listedFields.filter(({ sections }) => sections.includes(isApplication ? 'application' : 'lead'));
  const values: Readonly<Record<string, string | number | boolean | null>> = {
    section,
    form,
    caller,
    campaign,
    country,
    verified,
    spam,
    state,
    open: stage === null ? openStates.includes(state) : openStages.includes(stage),
    waiting: isWaiting(row),
    ...(isApplication && { position, scan }),
    ...Object.fromEntries(kept.map(({ name, column }) => [name, row[column]])),
  };
  // Most leads have few of these.
  const origins = leadOrigins.flatMap((name): Facet[] => (row[name] ? [[name, row[name]]] : []));
  return [...facetNames.flatMap((name): Facet[] => (name in values ? [[name, String(values[name] ?? '')]] : [])), ...origins];
}

/** Whether a lead waits for our first answer: it is new, and its address is confirmed or is never confirmed by a link. */
export function isWaiting({ kind, verified, state }: { kind: string; verified: 0 | 1; state: LeadState }): boolean {
  return state === 'new' && (verified === 1 || sectionOf(kind) !== 'lead');
}

/** The columns `terms` and `words` of a lead's row in the index. On SQLite both contain the codes of its facets. */
export function termsOf(
  dialect: Store['dialect'],
  row: Indexed & Pick<LeadIndexRow, 'text'>,
  words: string,
): Pick<LeadIndexRow, 'terms' | 'words'> {
  const codes = facetsOf(row).map(codeOf);
  // SQLite splits the texts itself.
  if (dialect === 'sqlite') return { terms: codes.join(''), words: [words, ...codes].join(' ') };
  const stored = words.split(' ').flatMap(beginnings);
  return { terms: [...new Set([...codes, ...trigrams(row.text), ...stored.map(beginningTerm)].map(numberOf))], words };
}

/** The FTS5 query for rows with all of these terms. Hash collisions may add a few rows, so the caller has to check each. */
export function matchText(wanted: WantedTerms): string {
  return wantedTerms(wanted).map(quoted).join(' AND ');
}

/** The FTS5 query for rows with all of these facets and, for each of these words, a word that begins with it. */
export function matchWords({ facets, words }: WantedWords): string {
  return [...new Set([...facets.map((facet) => quoted(codeOf(facet))), ...words.map((word) => `${quoted(word)} *`)])].join(' AND ');
}

function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

/** The same terms as numbers, for PostgreSQL. */
export function wantedNumbers(wanted: WantedTerms): number[] {
  return wantedTerms(wanted).map(numberOf);
}

/** What `matchWords` looks for, as numbers for PostgreSQL. The caller has to check words whose length is not one of BEGINNINGS. */
export function wordNumbers({ facets, words }: WantedWords): number[] {
  return [...new Set([...facets.map(codeOf), ...words.flatMap((word) => beginnings(word).slice(-1).map(beginningTerm))])].map(numberOf);
}

/** Lengths in letters of the beginnings of a word that are terms on PostgreSQL: three terms for each word at most. */
const BEGINNINGS = [3, 4, 6] as const;

function beginnings(word: string): string[] {
  const letters = Array.from(word);
  return BEGINNINGS.filter((length) => length <= letters.length).map((length) => letters.slice(0, length).join(''));
}

/** Marked by a prefix, so that it differs from the trigram of the same letters. */
function beginningTerm(beginning: string): string {
  return `\u{e0ff}${beginning}`;
}

export type WantedTerms = { facets: readonly Facet[]; needles: readonly string[] };
export type WantedWords = { facets: readonly Facet[]; words: readonly string[] };

function wantedTerms({ facets, needles }: WantedTerms): string[] {
  return [...new Set([...facets.map(codeOf), ...needles.flatMap(trigrams)])];
}

function trigrams(text: string): string[] {
  const characters = Array.from(text);
  const found: string[] = [];
  for (let at = 0; at + 3 <= characters.length; at += 1) found.push(characters.slice(at, at + 3).join(''));
  return found;
}

/** Three private-use characters, which occur in no text: the first stands for the name, the others for a hash of the value. */
function codeOf([name, value]: Facet): string {
  const hash = numberOf(value);
  const at = leadOrigins.indexOf(name as LeadOrigin);
  return String.fromCodePoint(
    0xe000 + (at === -1 ? facetNames.indexOf(name) : ORIGINS + at),
    0xe100 + (hash & 0xfff),
    0xe100 + ((hash >>> 12) & 0xfff),
  );
}

/** FNV-1a as a signed 32-bit integer. */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}
