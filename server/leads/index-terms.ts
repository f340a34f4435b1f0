import { openStages } from '../../contract/desk/application-stages.ts';
import { leadSections, type LeadSection } from '../../contract/desk/lead-facts.ts';
import { openStates, type LeadState } from '../../contract/desk/lead-states.ts';
import { mayUse, type Role } from '../../contract/desk/roles.ts';
import { staffFieldsOf, type FieldOf, type Worked } from '../../contract/desk/staff-fields.ts';
import type { LeadIndexRow } from '../store/desk-schema.ts';
import { listedFields } from '../store/staff-columns.ts';
import type { Store } from '../store/store.ts';

/** What a filter asks for, as a value of a lead: `form` is `generic`. */
export type Facet = readonly [name: FacetName, value: string];

/** A facet is known by its place: more are only ever added at the end, as what staff keep is. */
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
] as const;
export type FacetName = (typeof named)[number] | FieldOf<Worked, 'choice' | 'account' | 'score'>;

const facetNames: readonly FacetName[] = [
  ...new Set<FacetName>([...named, ...staffFieldsOf('lead', 'choice', 'account'), ...staffFieldsOf('application', 'choice', 'account')]),
];

export function sectionOf(kind: string): LeadSection {
  return kind === 'message' || kind === 'application' ? kind : 'lead';
}

/** Whose requests the roles may see. */
export function visibleSections(held: readonly Role[]): LeadSection[] {
  return leadSections.filter((section) => mayUse(held, reads[section]));
}

const reads = { lead: 'leads.read', message: 'messages.read', application: 'applications.read' } as const;

type Indexed = Omit<LeadIndexRow, 'pos' | 'lead_id' | 'changed_at' | 'name' | 'text' | 'terms' | 'seq' | 'sample'>;

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
  return facetNames.flatMap((name): Facet[] => (name in values ? [[name, String(values[name] ?? '')]] : []));
}

/** Somebody waits for our first word: the address is known to be theirs, or was never to be confirmed. */
export function isWaiting({ kind, verified, state }: { kind: string; verified: 0 | 1; state: LeadState }): boolean {
  return state === 'new' && (verified === 1 || sectionOf(kind) !== 'lead');
}

/** What a lead's row is found by. */
export function termsOf(dialect: Store['dialect'], row: Indexed & Pick<LeadIndexRow, 'text'>): LeadIndexRow['terms'] {
  const codes = facetsOf(row).map(codeOf);
  // SQLite takes the text apart by itself.
  if (dialect === 'sqlite') return codes.join('');
  return [...new Set([...codes, ...trigrams(row.text)].map(numberOf))];
}

/** What asks SQLite's index for rows that have all of these. It may find some more, by chance: they are to be looked at. */
export function matchText(wanted: WantedTerms): string {
  return wantedTerms(wanted)
    .map((term) => `"${term.replaceAll('"', '""')}"`)
    .join(' AND ');
}

/** The same for PostgreSQL. */
export function wantedNumbers(wanted: WantedTerms): number[] {
  return wantedTerms(wanted).map(numberOf);
}

export type WantedTerms = { facets: readonly Facet[]; needles: readonly string[] };

function wantedTerms({ facets, needles }: WantedTerms): string[] {
  return [...new Set([...facets.map(codeOf), ...needles.flatMap(trigrams)])];
}

function trigrams(text: string): string[] {
  const characters = Array.from(text);
  const found: string[] = [];
  for (let at = 0; at + 3 <= characters.length; at += 1) found.push(characters.slice(at, at + 3).join(''));
  return found;
}

/** Three characters that no text has: of the private use area, the first by the name, the others by a hash of the value. */
function codeOf([name, value]: Facet): string {
  const hash = numberOf(value);
  return String.fromCodePoint(0xe000 + facetNames.indexOf(name), 0xe100 + (hash & 0xfff), 0xe100 + ((hash >>> 12) & 0xfff));
}

/** FNV-1a, of 32 bits with their sign. */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}
