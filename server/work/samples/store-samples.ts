import { sectionOf, originsOf } from '../../leads/lead-columns.ts';
import { sql } from 'kysely';
import { NEWSLETTER } from '../../../contract/forms/form.ts';
import { newId } from '../../store/id.ts';
import type { Files } from '../../files/files.ts';
import type { FileRow } from '../../store/tables/file-tables.ts';
import type { ConsentRow, LeadEventRow } from '../../store/tables/lead-tables.ts';
import type { Store } from '../../store/store.ts';
import { dayInZone } from '../index/day-in-zone.ts';
import { countLeadDays, uncountLeads } from '../index/lead-counts.ts';
import { indexLeads, lockIndex } from '../index/lead-index.ts';
import { isConfirmedByLink } from '../../leads/confirmation/waiting-requests.ts';
import { addPageViews, sumPageViews } from '../overview/count-page-views.ts';
import { countOpened } from '../overview/opened-forms.ts';
import { WITHIN } from '../../../contract/page-view.ts';
import type { PageViewsRow } from '../../store/tables/work-tables.ts';
import { deleteLeads } from '../../leads/delete-leads.ts';
import { addConsents } from '../../leads/consents/consent-records.ts';
import { insertLeads, type NewLead } from '../../leads/lead-repository.ts';
import { FIRST, sampleLeads, type SampleLead, type SampleOptions } from './sample-leads.ts';

const BATCH = 200;

/** Stores the file that comes with a lead; undefined for leads without one. */
export type FileFor = (lead: NewLead) => Promise<FileRow | undefined>;

/** `zone`: IANA zone of the days that leads are counted by. */
type Storing = { zone: string; fileFor?: FileFor };

/** Stores samples with their history, and indexes them. No job is enqueued for them, so no mail is sent. */
export async function storeSampleLeads(
  store: Store,
  count: number,
  { onBatch, zone, fileFor, ...options }: SampleOptions & Storing & { onBatch: (stored: number) => void },
): Promise<void> {
  let batch: SampleLead[] = [];
  let stored = 0;
  const flush = async () => {
    if (batch.length === 0) return;
    await storeBatch(store, batch, { zone, ...(fileFor && { fileFor }) });
    onBatch((stored += batch.length));
    batch = [];
  };
  for (const sample of sampleLeads(count, options)) {
    batch.push(sample);
    if (batch.length === BATCH) await flush();
  }
  await flush();
}

export async function hasRealLeads({ db }: Pick<Store, 'db'>): Promise<boolean> {
  return (await db.selectFrom('leads').select('id').where('sample', 'is', null).limit(1).executeTakeFirst()) !== undefined;
}

type Removing = { files: Pick<Files, 'remove'>; now: () => number; onBatch: (removed: number) => void };

/** Removes every sample with everything that belongs to it, its file last, and nothing else. @returns how many were removed */
export async function removeSampleLeads(store: Store, { files, now, onBatch }: Removing): Promise<number> {
  for (let removed = 0; ;) {
    const rows = await store.db.selectFrom('leads').select('id').where('sample', '=', 1).limit(BATCH).execute();
    if (rows.length === 0) {
      await store.db.deleteFrom('form_opens').where('sample', '=', 1).execute();
      await store.db.deleteFrom('page_views').where('sample', '=', 1).execute();
      return removed;
    }
    const leadIds = rows.map(({ id }) => id);
    const named = await store.begin(async (tx) => {
      await uncountLeads(tx, store.dialect, leadIds);
      const rowsOfFiles = await tx.selectFrom('files').select('key').where('lead_id', 'in', leadIds).execute();
      await deleteLeads(tx, store.dialect, { leadIds, at: now() });
      return rowsOfFiles;
    });
    for (const { key } of named) await files.remove(key);
    onBatch((removed += leadIds.length));
  }
}

async function storeBatch(store: Store, batch: readonly SampleLead[], { zone, fileFor }: Storing): Promise<void> {
  // Files are stored before the leads that name them, as for real leads.
  const files = await Promise.all(batch.map(async ({ lead }) => fileFor?.(lead)));
  const ids = batch.map(({ lead }) => lead.id);
  const verified = batch.filter(({ verifiedAt }) => verifiedAt !== undefined).map(({ lead }) => lead.id);
  const works = batch.flatMap(({ lead, work }) => (work === undefined ? [] : [{ leadId: lead.id, ...work }]));
  await store.begin(async (tx) => {
    await insertLeads(
      tx,
      batch.map(({ lead }, index) => ({ lead, jobs: [], ...(files[index] && { file: files[index] }) })),
    );
    await tx.updateTable('lead_events').set({ pending: null }).where('lead_id', 'in', ids).execute();
    const events = batch.flatMap(eventsOf);
    if (events.length > 0) await tx.insertInto('lead_events').values(events).execute();
    if (verified.length > 0) {
      const verifiedAt = sql<number>`(select at from lead_events e where e.lead_id = leads.id and e.kind = 'verified')`;
      await tx.updateTable('leads').set({ status: 'verified', verified_at: verifiedAt }).where('id', 'in', verified).execute();
      await addConsents(tx, batch.flatMap(confirmedConsents));
    }
    if (works.length > 0) {
      const rows = works.map(({ leadId, state, stage, owner, lostReason, at }) => ({
        lead_id: leadId,
        state,
        stage,
        owner,
        lost_reason: lostReason,
        changed_at: at,
        version: 1,
      }));
      await tx.insertInto('lead_work').values(rows).execute();
    }
    const ratings = works.flatMap(({ leadId, at, ratings: all }) =>
      // The accounts of these ratings are made up, too.
      all.map((rating, index) => ({ lead_id: leadId, account_id: `sample ${index + 1}`, rating, at })),
    );
    if (ratings.length > 0) await tx.insertInto('lead_ratings').values(ratings).execute();
    await lockIndex(store.dialect, tx);
    await indexLeads(tx, store.dialect, { ids, told: false });
    await countLeadDays(tx, zone, ids);
    await countOpened(tx, batch.flatMap(opensOf(zone)), 1);
    await addPageViews(tx, sumPageViews(batch.flatMap(viewsOf(zone))));
  });
}

/** Confirming the address confirmed the consents of the form, except for the newsletter. */
function confirmedConsents({ lead, verifiedAt: at }: SampleLead): Omit<ConsentRow, 'id'>[] {
  if (at === undefined) return [];
  const page = lead.attribution.page ?? '';
  return lead.form.consents
    .filter(({ purpose }) => purpose !== NEWSLETTER)
    .map(({ purpose, text, version }) => ({
      lead_id: lead.id,
      action: 'confirmed',
      purpose,
      text,
      text_version: version,
      page,
      at,
    }));
}

/** How often forms were opened for a sample: fewer than half of the opened forms are sent. */
function opensOf(zone: string) {
  return ({ lead: { kind, caller, at } }: SampleLead) =>
    sectionOf(kind) === 'lead' ? Array.from({ length: 1 + (at % 4) }, () => ({ day: dayInZone(at, zone), caller })) : [];
}

/** What was seen before a sample was sent: its entry, where its link led, and the page of its form. */
function viewsOf(zone: string) {
  return ({ lead }: SampleLead): PageViewsRow[] => {
    if (sectionOf(lead.kind) !== 'lead') return [];
    const { source, referrer, page, entry } = originsOf({ caller: lead.caller, attribution: JSON.stringify(lead.attribution) });
    const from = { source, campaign: lead.attribution.utm?.campaign ?? '', referrer };
    const within = { source: '', campaign: '', referrer: WITHIN };
    const row = { day: dayInZone(lead.at, zone), sample: 1 } as const;
    return [
      { ...row, ...from, page: entry, seen: 20 + (lead.at % 31), opened: entry === page ? 1 + (lead.at % 4) : 0 },
      { ...row, ...within, page, seen: 10 + (lead.at % 17), opened: entry === page ? 0 : 1 + (lead.at % 4) },
    ];
  };
}

function eventsOf({ lead, verifiedAt, work }: SampleLead): LeadEventRow[] {
  const event = (at: number, kind: string, detail: object, actor: string | null) => ({
    id: newId(at),
    lead_id: lead.id,
    at,
    kind,
    detail: JSON.stringify(detail),
    actor,
    pending: null,
    seq: null,
  });
  const changed = ({ firstAt, at, state, lostReason, stage, owner }: NonNullable<SampleLead['work']>) => {
    const kind = stage === null ? 'state changed' : 'stage changed';
    const [to, first] = stage === null ? [state, FIRST.state] : [stage, FIRST.stage];
    const taken = event(firstAt, kind, { from: 'new', to: first }, owner);
    return to === first ? [taken] : [taken, event(at, kind, { from: first, to, reason: lostReason ?? undefined }, owner)];
  };
  const asked = isConfirmedByLink(lead) && lead.spamReason === undefined;
  return [
    ...(asked ? [event(lead.at + 5000, 'verification mail sent', {}, null)] : []),
    ...(verifiedAt === undefined ? [] : [event(verifiedAt, 'verified', {}, null)]),
    ...(work === undefined ? [] : [...work.ratings.map((rating) => event(work.firstAt, 'rated', { rating }, null)), ...changed(work)]),
  ];
}
