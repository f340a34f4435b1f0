import type { Passage } from '../../../contract/desk/passage.ts';
import type { LeadIndexRow } from '../../store/tables/work-tables.ts';
import type { Tx } from '../../store/store.ts';
import { needlesOf, readWritten, WORD, wordForms, wordNeedlesOf, type WrittenText } from './search-text.ts';

/** The passage by which each row matches a search, by id of the lead; rows that match by name, address, company and the like have none. */
export async function findPassages(
  db: Tx,
  rows: readonly Pick<LeadIndexRow, 'lead_id' | 'text'>[],
  search: string,
): Promise<Map<string, Passage>> {
  const [needles, words] = [needlesOf(search), wordNeedlesOf(search)];
  const unexplained = rows.filter(({ text }) => !needles.every((needle) => text.includes(needle)));
  if (unexplained.length === 0) return new Map();
  const ids = unexplained.map(({ lead_id: id }) => id);
  const leads = await db.selectFrom('leads').select(['id', 'form', 'answers']).where('id', 'in', ids).execute();
  const written = await readWritten(db, leads);
  const find = createFinder(words);
  return new Map(
    ids.flatMap((id) => {
      const passage = passageIn(written.get(id) ?? [], words, find);
      return passage === undefined ? [] : [[id, passage] as const];
    }),
  );
}

/**
 * An excerpt around the first hit in the text that has most of the words.
 * @param find a finder of the same words, shared between calls, so that each written word is folded once
 */
export function passageIn(texts: readonly WrittenText[], words: readonly string[], find = createFinder(words)): Passage | undefined {
  const found = texts.map(({ of, text }) => ({ of, text, hits: hitsIn(text, find) })).filter(({ hits }) => hits.length > 0);
  const best = found.sort((one, other) => kindsOf(other.hits) - kindsOf(one.hits))[0];
  return best && { of: best.of, parts: partsOf(best.text, best.hits) };
}

type Hit = { from: number; to: number; word: string };
type Finder = (written: string) => string | undefined;

/** Says which of the words a written word begins with; each written word is folded once. */
function createFinder(words: readonly string[]): Finder {
  const known = new Map<string, string | undefined>();
  return (written) => {
    if (known.has(written)) return known.get(written);
    const forms = wordForms(written);
    const word = words.find((one) => forms.some((form) => form.startsWith(one)));
    known.set(written, word);
    return word;
  };
}

function hitsIn(text: string, find: Finder): Hit[] {
  const hits: Hit[] = [];
  for (const { 0: written, index } of text.matchAll(WORD)) {
    const word = find(written);
    if (word !== undefined) hits.push({ from: index, to: index + written.length, word });
  }
  return hits;
}

function kindsOf(hits: readonly Hit[]): number {
  return new Set(hits.map(({ word }) => word)).size;
}

/** Characters before the first hit, and of the whole passage. */
const BEFORE = 30;
const WHOLE = 160;

function partsOf(text: string, hits: readonly Hit[]): Passage['parts'] {
  const [first = { from: 0 }] = hits;
  const start = first.from <= BEFORE ? 0 : text.slice(0, first.from - BEFORE).search(/\S*$/);
  const end = start + WHOLE >= text.length ? text.length : start + WHOLE;
  const parts: Passage['parts'] = start > 0 ? [{ text: '… ', hit: false }] : [];
  const add = (from: number, to: number, hit: boolean) => {
    if (to > from) parts.push({ text: text.slice(from, to).replace(/\s+/g, ' ').toWellFormed(), hit });
  };
  let at = start;
  for (const { from, to } of hits.filter((hit) => hit.to <= end)) {
    add(at, from, false);
    add(from, to, true);
    at = to;
  }
  add(at, end, false);
  return end < text.length ? [...parts, { text: ' …', hit: false }] : parts;
}
