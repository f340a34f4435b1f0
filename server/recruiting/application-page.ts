import type { DeskApplication, DeskApplicationPage } from '../../contract/desk/application-facts.ts';
import type { LeadSection } from '../../contract/desk/lead-facts.ts';
import { readApplicationFacts } from '../work/index/lead-index.ts';

import { answersOf, readable } from '../leads/lead-columns.ts';
import { fullName } from '../leads/lead-repository.ts';
import { workOf } from '../work/lead-work.ts';
import { readLeadPage } from '../work/lead-page.ts';
import type { Settings } from '../settings/settings.ts';
import { NO_JOB } from '../store/tables/recruiting-tables.ts';
import type { FileRow } from '../store/tables/file-tables.ts';
import type { JobStatus } from '../store/tables/queue-tables.ts';
import { workFields } from '../store/staff-columns.ts';
import type { Tx } from '../store/store.ts';
import { cvsOf } from './application-repository.ts';
import { applicantReplies } from './application-mail.mail.tsx';
import { readPool } from './talent-pool.ts';

/** Applications as the list shows them, in the order of the ids; applications that no longer exist are left out. */
export async function readDeskApplications(db: Tx, ids: readonly string[]): Promise<DeskApplication[]> {
  if (ids.length === 0) return [];
  const leads = await db
    .selectFrom('leads')
    .leftJoin('lead_work', 'lead_work.lead_id', 'leads.id')
    .select(['leads.id', 'email', 'answers', 'created_at', 'suspected_spam', 'sample', 'verified_at'])
    .select(['lead_work.version', 'lead_work.changed_at', ...workFields.map(({ column }) => `lead_work.${column}` as const)])
    .where('leads.id', 'in', ids)
    .execute();
  const byId = new Map(leads.map((lead) => [lead.id, readable(lead)]));
  const facts = await readApplicationFacts(db, ids);
  const cvs = await readCvStates(db, ids);
  return ids.flatMap((id) => {
    const lead = byId.get(id);
    if (lead === undefined) return [];
    const { scan = null, rating = null } = facts.get(id) ?? {};
    return {
      id,
      name: fullName(lead),
      email: lead.email,
      position: answersOf(lead).subject ?? '',
      createdAt: lead.created_at,
      changedAt: Math.max(lead.created_at, lead.verified_at ?? 0, lead.changed_at ?? 0),
      suspectedSpam: lead.suspected_spam === 1,
      sample: lead.sample === 1,
      scan,
      cvState: cvs.get(id)?.state ?? null,
      rating: rating === null ? null : rating / 100,
      ...workOf('application', lead),
    };
  });
}

/**
 * Reads everything on an application's page.
 * @param sections those that the reader may see: only their submissions are listed as others of the mailbox
 */
export async function readApplicationPage(
  { db, settings, now }: { db: Tx; settings: Settings; now: number },
  id: string,
  sections: readonly LeadSection[],
): Promise<DeskApplicationPage | undefined> {
  const lead = await readLeadPage({ db, settings, now }, id, sections);
  const [row] = await readDeskApplications(db, [id]);
  if (row === undefined || lead?.section !== 'application') return undefined;
  const { spamReason, markedWith, mailRefusal, answers, attribution, consents, timeline, others, othersLeftOut, removal } = lead;
  const ratings = await db.selectFrom('lead_ratings').selectAll().where('lead_id', '=', id).orderBy('at').orderBy('account_id').execute();
  return {
    ...row,
    spamReason,
    markedWith,
    mailRefusal,
    replyTo: applicantReplies(settings),
    answers,
    attribution,
    consents,
    timeline,
    others,
    othersLeftOut,
    cv: shownCv((await cvsOf(db, [id])).get(id), (await readCvStates(db, [id])).get(id)),
    ratings: ratings.map(({ account_id: account, rating, at }) => ({ account, rating, at })),
    mails: await readMails(db, id),
    pool: await readPool(db, id, now),
    removal,
  };
}

/** Where a scanner is set up, nobody may open a file before the scanner has called it clean. */
export function mayOpen({ scan }: Pick<FileRow, 'scan'>): boolean {
  return scan === 'clean' || scan === 'unscanned';
}

function shownCv(cv: FileRow | undefined, read: CvRead | undefined): DeskApplicationPage['cv'] {
  if (cv === undefined) return null;
  return {
    name: cv.name,
    bytes: cv.size,
    scan: cv.scan,
    found: cv.scan_detail,
    searched: read?.searched ?? null,
    mayOpen: mayOpen(cv),
  };
}

type CvRead = { state: NonNullable<DeskApplication['cvState']>; searched: boolean };

/** The state of each CV that was read, and whether it has text to search, by id of the lead. */
async function readCvStates(db: Tx, ids: readonly string[]): Promise<Map<string, CvRead>> {
  const rows = await db
    .selectFrom('cv_texts')
    .select(['lead_id', 'state', (eb) => eb('text', '!=', '').as('searched')])
    .where('lead_id', 'in', ids)
    .where('state', '!=', 'reading')
    .$narrowType<{ state: NonNullable<DeskApplication['cvState']> }>()
    .execute();
  return new Map(rows.map(({ lead_id: id, state, searched }) => [id, { state, searched: Boolean(searched) }]));
}

async function readMails(db: Tx, id: string): Promise<DeskApplicationPage['mails']> {
  const rows = await db
    .selectFrom('application_mails')
    .leftJoin('jobs', 'jobs.id', 'application_mails.job_id')
    .selectAll('application_mails')
    .select(['jobs.status', 'jobs.last_error'])
    .where('lead_id', '=', id)
    .orderBy('application_mails.at')
    .orderBy('application_mails.id')
    .execute();
  return rows.map(({ id: mail, at, actor, template, subject, body: text, sent_at: sentAt, job_id: job, status, last_error: reason }) => ({
    id: mail,
    at,
    actor,
    template,
    subject,
    text,
    sentAt,
    state: job === NO_JOB ? 'noted' : sentAt === null ? stateOf(status, reason) : 'sent',
  }));
}

/** @param reason why the job did not end */
function stateOf(status: JobStatus | null, reason: string | null): DeskApplicationPage['mails'][number]['state'] {
  if (status === 'held') return reason?.startsWith('nothing is sent to this address') === true ? 'held' : 'withheld';
  return status === 'dead' || status === null ? 'failed' : 'waiting';
}
