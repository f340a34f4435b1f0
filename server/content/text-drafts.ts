import * as v from 'valibot';
import type { ContentField } from '../../contract/content-fields.ts';
import { ASKED_VERSION, isAskedPath } from '../../contract/forms/form-parts.ts';
import { joinedOrder, keysIn } from '../../contract/content-lists.ts';
import { newId } from '../store/id.ts';
import { jsonColumn } from '../store/json-column.ts';
import { lockNamed } from '../store/database/named-lock.ts';
import type { Store, Tx } from '../store/store.ts';
import type { ContentDraftRow } from '../store/tables/content-tables.ts';
import { addWordsVersion, currentWords, type StoredWords } from './words.ts';

const value = v.union([v.string(), v.number()]);

/** By path of the field. `value` null: the text that ships. `published` and `shipped`: the values of the field when the change was made. */
const changes = v.record(v.string(), v.object({ value: v.nullable(value), published: value, shipped: value }));

export type TextChanges = v.InferOutput<typeof changes>;
export type TextDraft = Omit<ContentDraftRow, 'changes' | 'drafted_by'> & { changes: TextChanges; draftedBy: readonly string[] };

/** Who makes a change, when, and how it is recorded; `record` is called in the transaction of the change. */
export type TextActor = {
  account: string;
  at: number;
  record: (tx: Tx, draft: { id: string; detail: Record<string, number | string> }) => Promise<void>;
};

/** Drafts that are neither published nor discarded, the latest change first. */
export async function listTextDrafts(db: Tx): Promise<TextDraft[]> {
  const rows = await db.selectFrom('content_drafts').selectAll().where('state', '=', 'open').orderBy('changed_at', 'desc').execute();
  return rows.map(draftOf);
}

/** @returns undefined where there is no such open draft */
export async function readTextDraft(db: Tx, id: string): Promise<TextDraft | undefined> {
  const row = await db.selectFrom('content_drafts').selectAll().where('id', '=', id).where('state', '=', 'open').executeTakeFirst();
  return row && draftOf(row);
}

function draftOf({ changes: text, drafted_by: by, ...row }: ContentDraftRow): TextDraft {
  return { ...row, changes: jsonColumn(changes, text), draftedBy: jsonColumn(v.array(v.string()), by) };
}

/** Begins a change. Nothing of it is public. @returns its id */
export function openTextDraft(
  store: Store,
  given: { title: string; changes?: TextChanges },
  { account, at, record }: TextActor,
): Promise<string> {
  return store.begin(async (tx) => {
    const id = newId(at);
    await tx
      .insertInto('content_drafts')
      .values({
        id,
        title: given.title,
        changes: JSON.stringify(given.changes ?? {}),
        state: 'open',
        revision: 1,
        drafted_by: JSON.stringify([account]),
        created_at: at,
        changed_at: at,
        publish_at: null,
        approved_by: null,
      })
      .execute();
    await record(tx, { id, detail: { title: given.title } });
    return id;
  });
}

/**
 * What somebody typed into a field. `seen`: the value that the desk showed them before, so that nobody overwrites a colleague's change unseen;
 * undefined for a field whose value is shown to nobody.
 */
export type TextChange = { field: ContentField; value: string | number | null; seen: string | number | undefined };

export type TextChanged =
  | { ok: true; revision: number }
  | { ok: false; cause: 'missing' }
  | { ok: false; cause: 'taken'; now: string | number }
  /** `why`: the reason, as a sentence for the reader. */
  | { ok: false; cause: 'refused'; why: string };

/**
 * Puts values into a draft, all or none: none where a colleague changed one of the fields since.
 * `also` is done in the same transaction.
 */
export function changeTexts(
  store: Store,
  id: string,
  { changed, also }: { changed: readonly [TextChange, ...TextChange[]]; also?: (tx: Tx) => Promise<void> },
  actor: TextActor,
): Promise<TextChanged> {
  const edit = (changes: TextChanges, words: StoredWords): Edited => {
    let next = changes;
    for (const one of changed) {
      const now = shownIn(changes, words, one.field);
      const isSeen = one.seen === undefined || now === one.seen || now === (one.value ?? one.field.shipped);
      if (!isSeen) return { ok: false, cause: 'taken', now };
      next = withChange(next, words, one);
    }
    return { ok: true, changes: next };
  };
  return editDraft(store, id, { edit, path: changed[0].field.path, ...(also && { also }) }, actor);
}

export type Edited = { ok: true; changes: TextChanges } | Exclude<TextChanged, { ok: true }>;

type Edit = {
  edit: (changes: TextChanges, words: StoredWords) => Edited;
  /** Path of the field, for the record of actions. */
  path: string;
  also?: (tx: Tx) => Promise<void>;
};

/** Replaces a draft's changes, and removes the approval and the time of publication that were set for it. */
export function editDraft(store: Store, id: string, { edit, path, also }: Edit, { account, at, record }: TextActor): Promise<TextChanged> {
  return inLock(store, async (tx) => {
    const draft = await readTextDraft(tx, id);
    if (draft === undefined) return { ok: false, cause: 'missing' };
    const edited = edit(draft.changes, (await currentWords(tx)).words);
    if (!edited.ok) return edited;
    await tx
      .updateTable('content_drafts')
      .set({
        changes: JSON.stringify(edited.changes),
        revision: draft.revision + 1,
        drafted_by: JSON.stringify([...new Set([...draft.draftedBy, account])]),
        changed_at: at,
        publish_at: null,
        approved_by: null,
      })
      .where('id', '=', id)
      .execute();
    await also?.(tx);
    await record(tx, { id, detail: { field: path } });
    return { ok: true, revision: draft.revision + 1 };
  });
}

function withChange(changed: TextChanges, words: StoredWords, { field: { path, shipped }, value: next }: TextChange): TextChanges {
  const published = words[path]?.value ?? shipped;
  const { [path]: former, ...others } = changed;
  const isAsPublished = next === null ? words[path] === undefined : next === published;
  return isAsPublished ? others : { ...others, [path]: { value: next, published: former?.published ?? published, shipped } };
}

/** The value of a field in a draft. */
export function shownIn(changed: TextChanges, words: StoredWords, { path, shipped }: ContentField): string | number {
  const change = changed[path];
  const published = words[path]?.value ?? shipped;
  return change === undefined ? published : joinedOrder(change.published, published, change.value ?? shipped);
}

export type PublishedTexts =
  | { ok: true; number: number }
  | { ok: false; cause: 'missing' | 'stale' | 'own' | 'empty' }
  /** Fields that were published with another value since the draft changed them. */
  | { ok: false; cause: 'overtaken'; paths: readonly string[] };

type Approval = {
  id: string;
  revision: number;
  fourEyes: boolean;
  /** Paths of overtaken fields whose publication the person confirmed. */ confirmed: readonly string[];
};

/** Publishes the given revision of a draft, or sets the time at which it is published. */
export function publishTexts(store: Store, approval: Approval & { publishAt?: number }, actor: TextActor): Promise<PublishedTexts> {
  return inLock(store, async (tx) => {
    const draft = await readTextDraft(tx, approval.id);
    if (draft === undefined) return { ok: false, cause: 'missing' };
    if (draft.revision !== approval.revision) return { ok: false, cause: 'stale' };
    if (Object.keys(draft.changes).length === 0) return { ok: false, cause: 'empty' };
    if (approval.fourEyes && draft.draftedBy.includes(actor.account)) return { ok: false, cause: 'own' };
    const overtaken = overtakenIn(draft.changes, (await currentWords(tx)).words).filter((path) => !approval.confirmed.includes(path));
    if (overtaken.length > 0) return { ok: false, cause: 'overtaken', paths: overtaken };
    const { publishAt } = approval;
    if (publishAt !== undefined && publishAt > actor.at) {
      await tx
        .updateTable('content_drafts')
        .set({ publish_at: publishAt, approved_by: actor.account })
        .where('id', '=', draft.id)
        .execute();
      await actor.record(tx, { id: draft.id, detail: { at: publishAt } });
      return { ok: true, number: 0 };
    }
    const number = await publish(tx, draft, { account: actor.account, at: actor.at });
    await actor.record(tx, { id: draft.id, detail: { version: number } });
    return { ok: true, number };
  });
}

/** Fields that another draft published since this one changed them. Lists are joined: both keep what they added. */
export function overtakenIn(changed: TextChanges, words: StoredWords): string[] {
  return Object.entries(changed).flatMap(([path, { published, shipped }]) =>
    (words[path]?.value ?? shipped) === published || keysIn(published) !== undefined ? [] : [path],
  );
}

async function publish(tx: Tx, draft: TextDraft, { account, at }: { account: string; at: number }): Promise<number> {
  const { number, words } = await currentWords(tx);
  const next: StoredWords = { ...words };
  for (const [path, { value: text, published, shipped }] of Object.entries(draft.changes)) {
    const joined = joinedOrder(published, words[path]?.value ?? shipped, text ?? shipped);
    if (text === null && joined === shipped) delete next[path];
    else next[path] = { value: joined, shipped };
  }
  if (Object.keys(draft.changes).some(isAskedPath)) next[ASKED_VERSION] = { value: number + 1, shipped: 0 };
  const { title, draftedBy } = draft;
  await addWordsVersion(tx, { number: number + 1, words: next, title, published_at: at, published_by: account, draftedBy });
  await tx.updateTable('content_drafts').set({ state: 'published', changed_at: at }).where('id', '=', draft.id).execute();
  return number + 1;
}

/** Publishes the drafts whose time has come. @returns how many */
export async function publishDue(store: Store, now: number): Promise<number> {
  const due = () =>
    store.db
      .selectFrom('content_drafts')
      .select('id')
      .where('state', '=', 'open')
      .where('publish_at', '<=', now)
      .orderBy('publish_at')
      .execute();
  const ids = await due();
  for (const { id } of ids) {
    await inLock(store, async (tx) => {
      const draft = await readTextDraft(tx, id);
      // Another server published it, or somebody changed it.
      if (draft === undefined || draft.publish_at === null || draft.publish_at > now || draft.approved_by === null) return;
      await publish(tx, draft, { account: draft.approved_by, at: now });
    });
  }
  return ids.length;
}

/** @returns false where there is no such open draft */
export function discardTextDraft(store: Store, id: string, { at, record }: TextActor): Promise<boolean> {
  return inLock(store, async (tx) => {
    if ((await readTextDraft(tx, id)) === undefined) return false;
    await tx.updateTable('content_drafts').set({ state: 'discarded', changed_at: at }).where('id', '=', id).execute();
    await record(tx, { id, detail: {} });
    return true;
  });
}

function inLock<Result>(store: Store, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return store.begin(async (tx) => {
    await lockNamed(store.dialect, tx, 'content');
    return work(tx);
  });
}
