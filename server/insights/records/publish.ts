import type { Store, Tx } from '../../store/store.ts';
import { closeDraft, listDrafts, type RecordDraft } from './record-drafts.ts';
import { countsOf, reviewDraft, reviewOf, type Review } from './publication-review.ts';
import { latestVersion, listVersions, readStoredRecord, saveRecord, type Version } from './records.ts';

export type Approval = {
  reason: string | undefined;
  confirmed: number | undefined;
};

export type Published = { ok: true; version: number; fresh: boolean; review: Review };
export type NotPublished = { ok: false; why: string; review?: Review };

export async function findDraft(db: Tx, id: string, number?: number): Promise<RecordDraft | NotPublished> {
  const open = await listDrafts(db, id);
  if (open.length === 0) return refuse(`${id} has no draft`);
  if (number === undefined && open.length > 1)
    return refuse(`${id} has the drafts ${open.map(({ draft }) => draft).join(', ')}: say which one`);
  const found = number === undefined ? open[0] : open.find(({ draft }) => draft === number);
  return (
    found ?? refuse(`${id} has no draft ${number}, or it was published or discarded. Open: ${open.map((one) => one.draft).join(', ')}`)
  );
}

/** Makes a draft the portfolio's next version, public at once, if it is still compared with what is public. */
export function publishDraft(
  store: Store,
  { id, number, at }: { id: string; number: number | undefined; at: number },
  consent: Approval,
): Promise<Published | NotPublished> {
  return store.begin(async (tx) => {
    await lock(tx, id);
    const draft = await findDraft(tx, id, number);
    if ('ok' in draft) return draft;
    const latest = await latestVersion(tx, id);
    const stale = staleness(draft, latest);
    if (stale !== undefined) return refuse(stale);
    const review = await reviewDraft(tx, draft);
    const reason = consent.reason ?? draft.reason;
    const missing = missingApproval(review, { ...consent, reason });
    if (missing !== undefined) return { ...refuse(missing), review };
    const { about, group, source } = draft;
    const origin = { source, reason, changes: countsOf(review) };
    const saved = await saveRecord(tx, { id, group, about, record: review.candidate.record, sample: false, at, origin });
    await closeDraft(tx, draft, at);
    return { ok: true, review, ...saved };
  });
}

/** Makes a version equal to an old one: what was shown meanwhile stays in the history. */
export function revertTo(
  store: Store,
  { id, number, at }: { id: string; number: number; at: number },
  reason: string | undefined,
): Promise<Published | NotPublished> {
  return store.begin(async (tx) => {
    await lock(tx, id);
    const versions = await listVersions(tx, id);
    const [latest] = versions;
    const old = versions.find(({ version }) => version === number);
    if (latest === undefined) return refuse(`There is no portfolio ${id}`);
    if (old === undefined) return refuse(`${id} has no version ${number}: it has ${versions.map((one) => one.version).join(', ')}`);
    if (old.digest === latest.digest) return refuse(`${id} shows what version ${number} has already`);
    const { about, group, sample } = old;
    const record = await readStoredRecord(tx, old);
    const review = await reviewOf(tx, { id, group, about, record, sample }, latest);
    if (review.needsReason && reason === undefined) return { ...refuse(REASON), review };
    const origin = { source: `version ${number}`, reason, changes: { ...countsOf(review), confirmed: 0 } };
    const saved = await saveRecord(tx, { id, group, about, record, sample, at, origin });
    return { ok: true, review, ...saved };
  });
}

const REASON = 'it changes figures that were public: say why by --restate "REASON"';

function missingApproval(review: Review, { reason, confirmed }: Approval): string | undefined {
  if (review.needsReason && reason === undefined) return REASON;
  const count = review.outliers.length;
  if (count === (confirmed ?? 0)) return undefined;
  if (count === 0) return `it has no outlier, and ${confirmed} were confirmed`;
  return `it has ${count} ${count === 1 ? 'outlier' : 'outliers'}: look at each, and if all are right, say so by --confirm ${count}`;
}

function staleness(draft: RecordDraft, latest: Version | undefined): string | undefined {
  const { id, baseVersion } = draft;
  const again = 'Import again to see what would change now';
  if (latest?.version !== baseVersion) {
    const made = baseVersion === undefined ? 'when there was no version' : `from version ${baseVersion}`;
    return `draft ${draft.draft} was made ${made}, and ${id} is at version ${latest?.version ?? 'none'} since. ${again}`;
  }
  if (latest?.removedAt !== undefined && latest.removedAt > draft.createdAt)
    return `${id} was taken off the site after draft ${draft.draft} was made. ${again}`;
  return undefined;
}

/** Locks a portfolio and its drafts until the transaction ends, by writing them as they are: two operators take turns. */
async function lock(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('portfolios').set({ id }).where('id', '=', id).execute();
  await tx.updateTable('record_drafts').set({ portfolio_id: id }).where('portfolio_id', '=', id).execute();
}

function refuse(why: string): NotPublished {
  return { ok: false, why };
}
