import { missingFields } from '../../../contract/figures/disclosure.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { PortfolioAbout } from './portfolio-about.ts';
import { closeDraft, listDrafts, saveRecordDraft, type RecordDraft } from './record-drafts.ts';
import { countsOf, isUnderOneYear, reviewDraft, reviewOf, type Review } from './publication-review.ts';
import { latestVersion, listVersions, readStoredRecord, saveRecord, type Version } from './records.ts';
import { lockPortfolio } from '../removals/portfolio-removals.ts';

export type Approval = {
  reason: string | undefined;
  confirmed: number | undefined;
};

/** The account that publishes. With four eyes it must not be the one that uploaded. `record` runs in the transaction that publishes. */
export type Publisher = {
  account: string;
  fourEyes: boolean;
  record: (tx: Tx, made: { version: number } | { draft: number }) => Promise<void>;
};

export type PublishedDraft = {
  id: string;
  number: number | undefined;
  at: number;
  by?: Publisher;
  /** Why a record of under twelve months may be public; undefined: it may not. */
  shortRecords: string | undefined;
};

/** `why` is written for users of the command; pages have their own words for each `cause`. */
export type Cause = 'missing' | 'stale' | 'own draft' | 'same' | 'sample' | 'undisclosed' | 'short';
export type Published = { ok: true; version: number; fresh: boolean; review: Review };
/** With four eyes: somebody else publishes the draft. */
export type Drafted = { ok: true; draft: number };
/** `lacks`: what must still be given to publish. */
export type NotPublished =
  | { ok: false; cause: Exclude<Cause, 'undisclosed'>; why: string; review?: Review }
  | { ok: false; cause: 'undisclosed'; why: string; missing: readonly string[]; review?: Review }
  | NotApproved;
export type NotApproved = { ok: false; cause: 'approval'; lacks: readonly ('reason' | 'outliers')[]; why: string; review: Review };

export async function findDraft(db: Tx, id: string, number?: number): Promise<RecordDraft | NotPublished> {
  const open = await listDrafts(db, id);
  if (open.length === 0) return refuse('missing', `${id} has no draft`);
  if (number === undefined && open.length > 1)
    return refuse('missing', `${id} has the drafts ${open.map(({ draft }) => draft).join(', ')}: say which one`);
  const found = number === undefined ? open[0] : open.find(({ draft }) => draft === number);
  return (
    found ??
    refuse('missing', `${id} has no draft ${number}, or it was published or discarded. Open: ${open.map((one) => one.draft).join(', ')}`)
  );
}

/** Makes a draft the portfolio's next version, public at once, unless another version was published since the draft was made. */
export function publishDraft(
  store: Store,
  { id, number, at, by, shortRecords }: PublishedDraft,
  consent: Approval,
): Promise<Published | NotPublished> {
  return store.begin(async (tx) => {
    await lock(tx, id);
    const draft = await findDraft(tx, id, number);
    if ('ok' in draft) return draft;
    const latest = await latestVersion(tx, id);
    const stale = staleness(draft, latest);
    if (stale !== undefined) return refuse('stale', stale);
    if (isOwn(draft, by)) return refuse('own draft', `whoever uploaded draft ${draft.draft} does not publish it (FOUR_EYES)`);
    const undisclosed = lackOf(draft.about);
    if (undisclosed !== undefined) return undisclosed;
    const review = await reviewDraft(tx, draft);
    if (shortRecords === undefined && isUnderOneYear(review.candidate)) return refuse('short', SHORT);
    const reason = consent.reason ?? draft.reason;
    const missing = missingApproval(review, { ...consent, reason });
    if (missing !== undefined) return missing;
    const { about, group, source, draftedBy } = draft;
    const origin = { source, reason, changes: countsOf(review), draftedBy, publishedBy: by?.account };
    const saved = await saveRecord(tx, { id, group, about, record: review.candidate.record, sample: false, at, origin });
    await closeDraft(tx, draft, at);
    await by?.record(tx, { version: saved.version });
    return { ok: true, review, ...saved };
  });
}

/**
 * Publishes a new version equal to an old one; the versions between stay in the history. With four eyes a draft of it is made, for somebody else to publish.
 * @param seen the version that was public when the person decided; when given and no longer the latest, nothing is published
 */
export function revertTo(
  store: Store,
  { id, number, at, by, seen }: { id: string; number: number; at: number; by?: Publisher; seen?: number },
  reason: string | undefined,
): Promise<Published | Drafted | NotPublished> {
  return store.begin(async (tx) => {
    await lock(tx, id);
    const versions = await listVersions(tx, id);
    const [latest] = versions;
    const old = versions.find(({ version }) => version === number);
    if (latest === undefined) return refuse('missing', `There is no portfolio ${id}`);
    if (seen !== undefined && latest.version !== seen) return refuse('stale', `${id} is at version ${latest.version} since`);
    if (old === undefined)
      return refuse('missing', `${id} has no version ${number}: it has ${versions.map((one) => one.version).join(', ')}`);
    if (old.digest === latest.digest) return refuse('same', `${id} shows what version ${number} has already`);
    const { group, sample } = old;
    const about = withDisclosure(old.about, latest.about);
    const undisclosed = lackOf(about);
    if (undisclosed !== undefined) return undisclosed;
    const record = await readStoredRecord(tx, old);
    const review = await reviewOf(tx, { id, group, about, record, sample }, latest);
    if (review.needsReason && reason === undefined) return notApproved(review, { reason: REASON });
    if (by?.fourEyes === true) {
      if (sample) return refuse('sample', `version ${number} of ${id} is sample data`);
      const next = {
        id,
        group,
        about,
        record,
        baseVersion: latest.version,
        source: `version ${number}`,
        reason,
        at,
        draftedBy: by.account,
      };
      const draft = await saveRecordDraft(tx, next);
      await by.record(tx, { draft });
      return { ok: true, draft };
    }
    const origin = { source: `version ${number}`, reason, changes: { ...countsOf(review), confirmed: 0 }, publishedBy: by?.account };
    const saved = await saveRecord(tx, { id, group, about, record, sample, at, origin });
    await by?.record(tx, { version: saved.version });
    return { ok: true, review, ...saved };
  });
}

/** Refusal of a record without the statements on its figures that are required; undefined where none is missing. */
function lackOf(about: PortfolioAbout): Extract<NotPublished, { cause: 'undisclosed' }> | undefined {
  const missing = missingFields(about.disclosure, about).map(({ label }) => label.toLowerCase());
  if (missing.length === 0) return undefined;
  return {
    ok: false,
    cause: 'undisclosed',
    missing,
    why: `of its figures this is not stated: ${missing.join(', ')}. Import the file again with it`,
  };
}

/** A version from before disclosures comes back with what is stated of the same benchmarks now. */
function withDisclosure(old: PortfolioAbout, { disclosure, benchmark, benchmark2 }: PortfolioAbout): PortfolioAbout {
  const same = old.benchmark === benchmark && old.benchmark2 === benchmark2;
  return old.disclosure === undefined && disclosure !== undefined && same ? { ...old, disclosure } : old;
}

/**
 * The detail of a publication in the record of actions; `outcome: asked` where, with four eyes, a draft was made that somebody else has to publish.
 */
export function publishedDetail(detail: Readonly<Record<string, string | number>>, made: { version: number } | { draft: number }) {
  return { ...detail, ...made, ...('draft' in made && { outcome: 'asked' }) };
}

/** Whether the four-eyes rule forbids publishing, because the same account uploaded the draft. */
export function isOwn({ draftedBy }: Pick<RecordDraft, 'draftedBy'>, by: Omit<Publisher, 'record'> | undefined): boolean {
  return by !== undefined && by.fourEyes && draftedBy === by.account;
}

/** Said to whoever publishes a record that is too short. */
export const SHORT =
  'figures of under twelve months are not public: SHORT_RECORDS says which lawyer allowed it, and why. Add the missing months, or set it and start again';

const REASON = 'it changes figures that were public: say why by --restate "REASON"';

function missingApproval(review: Review, { reason, confirmed = 0 }: Approval): NotApproved | undefined {
  const outliers = outliersUnconfirmed(review.outliers.length, confirmed);
  const lacking = { ...(review.needsReason && reason === undefined && { reason: REASON }), ...(outliers !== undefined && { outliers }) };
  return Object.keys(lacking).length === 0 ? undefined : notApproved(review, lacking);
}

function outliersUnconfirmed(count: number, confirmed: number): string | undefined {
  if (count === confirmed) return undefined;
  if (count === 0) return `it has no outlier, and ${confirmed} were confirmed`;
  const words = `it has ${count} ${count === 1 ? 'outlier' : 'outliers'}`;
  return `${words}: look at each, and if all are right, say so by --confirm ${count}`;
}

function notApproved(review: Review, { reason, outliers }: { reason?: string; outliers?: string }): NotApproved {
  const lacks = [...(reason === undefined ? [] : ['reason' as const]), ...(outliers === undefined ? [] : ['outliers' as const])];
  return { ok: false, cause: 'approval', lacks, why: [reason, outliers].filter(Boolean).join('; '), review };
}

export function staleness(draft: RecordDraft, latest: Version | undefined): string | undefined {
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

/** Locks a portfolio and its drafts until the transaction ends, by writing their rows unchanged: two operators take turns. */
async function lock(tx: Tx, id: string): Promise<void> {
  await lockPortfolio(tx, id);
  await tx.updateTable('record_drafts').set({ portfolio_id: id }).where('portfolio_id', '=', id).execute();
}

function refuse(cause: Exclude<Cause, 'undisclosed'>, why: string): Extract<NotPublished, { cause: typeof cause }> {
  return { ok: false, cause, why };
}
