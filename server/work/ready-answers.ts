import { shippedAnswers } from '../../contract/desk/shipped-answers.ts';
import type { AnswerTemplate } from '../../contract/desk/answer-templates.ts';
import type { LeadSection } from '../../contract/desk/lead-facts.ts';
import { lockNamed } from '../store/database/named-lock.ts';
import { newId } from '../store/id.ts';
import type { Store, Tx } from '../store/store.ts';
import type { ReadyAnswerRow } from '../store/tables/work-tables.ts';

const shipped: readonly AnswerTemplate[] = shippedAnswers;

/** Most ready answers that may be stored. */
const MOST_ANSWERS = 300;

/** Most earlier versions of an answer that are listed. */
const MOST_VERSIONS = 20;

/** The ready answers of everybody and the account's own. */
export async function listReadyAnswers(db: Tx, account: string) {
  const rows = await db.selectFrom('ready_answers').selectAll().orderBy('version', 'desc').execute();
  const byId = Map.groupBy(rows, ({ id }) => id);
  const changed = shipped.map((template) => answerOf(template, byId.get(template.id) ?? []));
  const own = [...byId].flatMap(([id, versions]) => {
    const [latest] = versions;
    if (latest === undefined || shipped.some((template) => template.id === id)) return [];
    return latest.owner === null || latest.owner === account ? [answerOf({ id, of: [latest.section] }, versions)] : [];
  });
  return [...changed, ...own.toSorted((one, other) => one.title.localeCompare(other.title))].filter(({ isRemoved }) => !isRemoved);
}

type Written = Pick<ReadyAnswerRow, 'title' | 'subject' | 'text'>;

function answerOf(begun: Pick<AnswerTemplate, 'id' | 'of'> & Partial<AnswerTemplate>, versions: readonly ReadyAnswerRow[]) {
  const { id, of, booked, cancelled, missed, answered, title = '', subject = '', text = '' } = begun;
  const ships = { version: 0, at: null, by: null, title, subject, text };
  const all = [...versions.map(({ version, at, by, ...row }) => ({ version, at, by, ...wordsOf(row) })), ...(title === '' ? [] : [ships])];
  const [latest = ships, ...earlier] = all;
  return {
    id,
    of: [...of],
    ...(booked !== undefined && { booked }),
    ...(cancelled && { cancelled }),
    ...(missed && { missed }),
    ...(answered && { answered }),
    ...wordsOf(latest),
    version: latest.version,
    isShared: versions[0] === undefined || versions[0].owner === null,
    isKept: isKept(id),
    isRemoved: versions[0]?.removed === 1,
    earlier: earlier.slice(0, MOST_VERSIONS),
  };
}

function wordsOf({ title, subject, text }: Written): Written {
  return { title, subject, text };
}

/** Whether an answer cannot be removed: those to applicants that ship are tied to stages, consent and refusals of several at once. */
function isKept(id: string): boolean {
  return shipped.some((template) => template.id === id && template.of.includes('application'));
}

type Change = { id: string | undefined; version: number; account: string; at: number };
type Saved = Written & { section: LeadSection; isShared: boolean };

export type AnswerSaved =
  | { ok: true; id: string; version: number }
  | { ok: false; cause: 'missing' | 'stale' | 'kept' | 'shared' | 'many' };

export type RecordAnswer = (tx: Tx, id: string) => Promise<void>;

/** Stores a new version of an answer. @param saved undefined: removes the answer */
export function storeReadyAnswer(
  store: Store,
  { id, version, account, at }: Change,
  saved: Saved | undefined,
  record: RecordAnswer,
): Promise<AnswerSaved> {
  return store.begin(async (tx): Promise<AnswerSaved> => {
    await lockNamed(store.dialect, tx, 'ready answers');
    const standing = id === undefined ? undefined : await readStanding(tx, id, account);
    if (id !== undefined && standing === undefined) return { ok: false, cause: 'missing' };
    if (version !== (standing?.version ?? 0)) return { ok: false, cause: 'stale' };
    if (saved === undefined && id !== undefined && isKept(id)) return { ok: false, cause: 'kept' };
    if (standing !== undefined && standing.owner === null && saved?.isShared === false) return { ok: false, cause: 'shared' };
    if (id === undefined && (await countAnswers(tx)) >= MOST_ANSWERS) return { ok: false, cause: 'many' };
    const { section, title, subject, text } = saved ?? standing ?? unwritten;
    const row: ReadyAnswerRow = {
      id: id ?? newId(at),
      version: version + 1,
      // An answer keeps its section, because its placeholders are those of the section.
      section: standing?.section ?? section,
      owner: (saved === undefined ? standing?.owner === null : saved.isShared) ? null : account,
      title,
      subject,
      text,
      removed: saved === undefined ? 1 : 0,
      at,
      by: account,
    };
    await tx.insertInto('ready_answers').values(row).execute();
    await record(tx, row.id);
    return { ok: true, id: row.id, version: row.version };
  });
}

const unwritten = { section: 'lead', title: '', subject: '', text: '' } as const;

/** The latest version of an answer, or as it ships; undefined where there is none, it was removed, or it is a colleague's own. */
export async function readStanding(db: Tx, id: string, account: string): Promise<ReadyAnswerRow | undefined> {
  const row = await db.selectFrom('ready_answers').selectAll().where('id', '=', id).orderBy('version', 'desc').limit(1).executeTakeFirst();
  if (row !== undefined) return row.removed === 1 || (row.owner !== null && row.owner !== account) ? undefined : row;
  const template = shipped.find((one) => one.id === id);
  const [section] = template?.of ?? [];
  if (template === undefined || section === undefined) return undefined;
  return { id, version: 0, section, owner: null, ...wordsOf(template), removed: 0, at: 0, by: '' };
}

async function countAnswers(db: Tx): Promise<number> {
  const { n } = await db
    .selectFrom('ready_answers')
    .select((of) => of.fn.count<number>('id').distinct().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}
