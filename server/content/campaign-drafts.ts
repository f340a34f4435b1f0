import * as v from 'valibot';
import { campaignPage, type CampaignPage } from '../../contract/campaign-page.ts';
import { lockNamed } from '../store/database/named-lock.ts';
import { jsonColumn } from '../store/json-column.ts';
import type { Store, Tx } from '../store/store.ts';
import type { CampaignDraftRow } from '../store/tables/content-tables.ts';
import { campaignVersion, latestCampaign } from './campaign-versions.ts';
import type { TextActor } from './text-drafts.ts';

export type CampaignDraft = Omit<CampaignDraftRow, 'page' | 'drafted_by'> & { page: CampaignPage; draftedBy: readonly string[] };

export async function listCampaignDrafts(db: Tx): Promise<CampaignDraft[]> {
  const rows = await db.selectFrom('campaign_drafts').selectAll().orderBy('changed_at', 'desc').execute();
  return rows.map(draftOf);
}

export async function readCampaignDraft(db: Tx, campaign: string): Promise<CampaignDraft | undefined> {
  const row = await db.selectFrom('campaign_drafts').selectAll().where('campaign', '=', campaign).executeTakeFirst();
  return row && draftOf(row);
}

function draftOf({ page, drafted_by: by, ...row }: CampaignDraftRow): CampaignDraft {
  return { ...row, page: jsonColumn(campaignPage, page), draftedBy: jsonColumn(v.array(v.string()), by) };
}

/** Begins a campaign. @returns false where a draft or a version of a campaign has that id already */
export function beginCampaign(
  store: Store,
  { campaign, name, page }: { campaign: string; name: string; page: CampaignPage },
  actor: TextActor,
): Promise<boolean> {
  return inLock(store, async (tx) => {
    if ((await readCampaignDraft(tx, campaign)) !== undefined || (await campaignVersion(tx, campaign)) !== undefined) return false;
    await insertDraft(tx, { campaign, name, page }, actor);
    return true;
  });
}

/**
 * Opens a draft of a published campaign. With `number` the draft gets the page of that version, also where a draft is open already; without it, an
 * open draft is kept, or else the latest version is taken.
 * @returns false where there is no such campaign
 */
export function reopenCampaign(store: Store, campaign: string, number: number | undefined, actor: TextActor): Promise<boolean> {
  return inLock(store, async (tx) => {
    const draft = await readCampaignDraft(tx, campaign);
    if (draft !== undefined && number === undefined) return true;
    const version = await campaignVersion(tx, campaign, number);
    if (version === undefined) return false;
    const { name, page } = version;
    if (draft === undefined) await insertDraft(tx, { campaign, name, page }, actor);
    else await saveDraft(tx, draft, page, actor);
    return true;
  });
}

async function insertDraft(
  tx: Tx,
  { campaign, name, page }: { campaign: string; name: string; page: CampaignPage },
  { account, at, record }: TextActor,
): Promise<void> {
  const row = { campaign, name, page: JSON.stringify(page), revision: 1, drafted_by: JSON.stringify([account]), changed_at: at };
  await tx
    .insertInto('campaign_drafts')
    .values({ ...row, publish_at: null, approved_by: null })
    .execute();
  await record(tx, { id: campaign, detail: { name } });
}

/** Stores the changed page, and removes the approval and the time of publication that were set for the draft. */
async function saveDraft(tx: Tx, draft: CampaignDraft, page: CampaignPage, { account, at, record }: TextActor): Promise<number> {
  const revision = draft.revision + 1;
  await tx
    .updateTable('campaign_drafts')
    .set({
      page: JSON.stringify(page),
      revision,
      drafted_by: JSON.stringify([...new Set([...draft.draftedBy, account])]),
      changed_at: at,
      publish_at: null,
      approved_by: null,
    })
    .where('campaign', '=', draft.campaign)
    .execute();
  await record(tx, { id: draft.campaign, detail: {} });
  return revision;
}

export type CampaignChanged =
  | { ok: true; revision: number }
  | { ok: false; cause: 'missing' }
  | { ok: false; cause: 'refused'; why: string };

/** Changes a draft as it stands now. @param change returns the changed page, or in words why it cannot be changed so */
export function changeCampaignDraft(
  store: Store,
  campaign: string,
  change: (page: CampaignPage) => CampaignPage | string,
  actor: TextActor,
): Promise<CampaignChanged> {
  return inLock(store, async (tx) => {
    const draft = await readCampaignDraft(tx, campaign);
    if (draft === undefined) return { ok: false, cause: 'missing' };
    const page = change(draft.page);
    if (typeof page === 'string') return { ok: false, cause: 'refused', why: page };
    return { ok: true, revision: await saveDraft(tx, draft, page, actor) };
  });
}

/** @returns false where there is no such draft */
export function discardCampaignDraft(store: Store, campaign: string, { record }: TextActor): Promise<boolean> {
  return inLock(store, async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('campaign_drafts').where('campaign', '=', campaign).executeTakeFirst();
    if (numDeletedRows > 0n) await record(tx, { id: campaign, detail: {} });
    return numDeletedRows > 0n;
  });
}

export type PublishedCampaign =
  | { ok: true; number: number }
  | { ok: false; cause: 'missing' | 'stale' | 'own' }
  | { ok: false; cause: 'fault' };

type Approval = {
  campaign: string;
  revision: number;
  fourEyes: boolean;
  publishAt?: number | undefined;
  /** Whether the page can still be published; called in the transaction that publishes it, since another campaign may have taken its address. */
  isSound: (tx: Tx, page: CampaignPage, campaign: string) => Promise<boolean>;
};

/** Publishes the given revision of a draft, or sets the time at which it is published; `number` is 0 then. */
export function publishCampaign(store: Store, approval: Approval, actor: TextActor): Promise<PublishedCampaign> {
  const { campaign, revision, fourEyes, publishAt, isSound } = approval;
  return inLock(store, async (tx) => {
    const draft = await readCampaignDraft(tx, campaign);
    if (draft === undefined) return { ok: false, cause: 'missing' };
    if (draft.revision !== revision) return { ok: false, cause: 'stale' };
    if (fourEyes && draft.draftedBy.includes(actor.account)) return { ok: false, cause: 'own' };
    if (!(await isSound(tx, draft.page, campaign))) return { ok: false, cause: 'fault' };
    if (publishAt !== undefined && publishAt > actor.at) {
      const set = { publish_at: publishAt, approved_by: actor.account };
      await tx.updateTable('campaign_drafts').set(set).where('campaign', '=', campaign).execute();
      await actor.record(tx, { id: campaign, detail: { at: publishAt } });
      return { ok: true, number: 0 };
    }
    const number = await publish(tx, draft, actor);
    await actor.record(tx, { id: campaign, detail: { version: number } });
    return { ok: true, number };
  });
}

async function publish(tx: Tx, { campaign, name, page, draftedBy }: CampaignDraft, by: { account: string; at: number }): Promise<number> {
  const number = (await latestCampaign(tx)) + 1;
  const who = { published_at: by.at, published_by: by.account, drafted_by: JSON.stringify(draftedBy) };
  await tx
    .insertInto('campaign_versions')
    .values({ number, campaign, name, page: JSON.stringify(page), ...who })
    .execute();
  await tx.deleteFrom('campaign_drafts').where('campaign', '=', campaign).execute();
  return number;
}

/** Publishes the drafts whose time has come, except those whose address was taken meanwhile. */
export async function publishDueCampaigns(store: Store, now: number, isSound: Approval['isSound']): Promise<void> {
  const due = await store.db
    .selectFrom('campaign_drafts')
    .select('campaign')
    .where('publish_at', '<=', now)
    .orderBy('publish_at')
    .execute();
  for (const { campaign } of due) {
    await inLock(store, async (tx) => {
      const draft = await readCampaignDraft(tx, campaign);
      // Another server published it, or somebody changed it.
      if (draft === undefined || draft.publish_at === null || draft.publish_at > now || draft.approved_by === null) return;
      if (await isSound(tx, draft.page, campaign)) await publish(tx, draft, { account: draft.approved_by, at: now });
      else await tx.updateTable('campaign_drafts').set({ publish_at: null, approved_by: null }).where('campaign', '=', campaign).execute();
    });
  }
}

function inLock<Result>(store: Store, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return store.begin(async (tx) => {
    await lockNamed(store.dialect, tx, 'content');
    return work(tx);
  });
}
