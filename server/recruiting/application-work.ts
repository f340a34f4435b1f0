import { present } from '../../contract/checked.ts';
import type { ApplicationAnswer, ApplicationStage } from '../../contract/desk/application-stages.ts';
import { enqueue } from '../queue/job-queue.ts';
import { indexLeads, lockIndex } from '../work/index/lead-index.ts';
import { addEvent, findLead } from '../leads/lead-repository.ts';
import { changeField, changeWork, readWorkOf, type WorkChange, type WorkOutcome } from '../work/lead-work.ts';
import { mailRefusal } from '../work/mail-refusal.ts';
import type { Settings } from '../settings/settings.ts';
import { newId } from '../store/id.ts';
import { NO_JOB } from '../store/tables/recruiting-tables.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { Store, Tx } from '../store/store.ts';
import { sendApplicationMail } from './application-mail.mail.tsx';

type Dialect = Store['dialect'];

/** Stores the actor's rating, from 1 to 5; null removes it. Ratings of others stay, so no version is compared. */
export async function rateApplication(
  tx: Tx,
  dialect: Dialect,
  { id, rating, actor, at }: { id: string; rating: number | null; actor: string; at: number },
): Promise<void> {
  const own = { lead_id: id, account_id: actor };
  if (rating === null) await tx.deleteFrom('lead_ratings').where('lead_id', '=', id).where('account_id', '=', actor).execute();
  else
    await tx
      .insertInto('lead_ratings')
      .values({ ...own, rating, at })
      .onConflict((conflict) => conflict.columns(['lead_id', 'account_id']).doUpdateSet({ rating, at }))
      .execute();
  await addEvent(tx, id, { at, kind: 'rated', detail: { rating }, actor });
  await lockIndex(dialect, tx);
  await indexLeads(tx, dialect, { ids: [id], told: false });
}

type ApplicantMail = {
  /** `own`: sent with the staff member's own mail program, and only recorded here. */
  way: 'ours' | 'own';
  template: ApplicationAnswer;
  subject: string;
  text: string;
  /** The stage that the application gets with the mail; undefined: it stays in its stage. */
  stage?: ApplicationStage | undefined;
};

type AnswerOutcome = WorkOutcome<'application'> | { outcome: 'not sent'; reason: string };

/** Enqueues a mail to the applicant, or records one that was sent otherwise, and changes the application's stage in the same transaction. */
export async function answerApplication(
  tx: Tx,
  { dialect, settings }: { dialect: Dialect; settings: Settings },
  change: WorkChange & ApplicantMail,
): Promise<AnswerOutcome> {
  const { id, version, actor, at, way, template, stage } = change;
  const lead = await findLead(tx, id);
  if (lead === undefined) return { outcome: 'unknown' };
  const reason = way === 'ours' ? await mailRefusal(tx, settings, lead) : noteRefusal(lead, template);
  if (reason !== undefined) return { outcome: 'not sent', reason };
  const before = await readWorkOf(tx, id, 'application');
  if (before.version !== version) return { outcome: 'changed since', work: before };
  const mailId = newId(at);
  const written = { kind: way === 'ours' ? 'mail written' : 'mail noted', detail: { template, mail: mailId } } as const;
  const work = { id, version, actor, at, section: 'application' } as const;
  const stays = stage === undefined || stage === before.stage;
  // Makes a new version even in the same stage, so that a colleague who answers at the same time is told.
  const { event: _, ...outcome } = stays
    ? await changeWork(tx, dialect, { ...work, kind: written.kind }, () => ({ after: {}, detail: written.detail }))
    : await changeField(tx, dialect, { ...work, name: 'stage', value: stage });
  if (outcome.outcome !== 'done') return outcome;
  if (!stays) await addEvent(tx, id, { at, actor, ...written });
  await storeMail(tx, { ...change, mailId }, settings);
  return outcome;
}

/** Why a mail cannot be sent with one's own mail program. A sample has no reader who would need the button. */
function noteRefusal({ sample }: LeadRow, template: ApplicationAnswer): string | undefined {
  if (template !== 'keep' || sample === 1) return undefined;
  return 'The question whether we may keep it goes by the desk alone: its mail has the button by which the applicant agrees.';
}

async function storeMail(tx: Tx, mail: WorkChange & ApplicantMail & { mailId: string }, settings: Settings): Promise<void> {
  const { id, actor, at, way, template, subject, text, mailId } = mail;
  const jobId = way === 'ours' ? present(await enqueue(tx, sendApplicationMail, { leadId: id, mailId }, { now: at })) : NO_JOB;
  await tx
    .insertInto('application_mails')
    .values({
      id: mailId,
      lead_id: id,
      template,
      subject,
      body: text,
      actor,
      at,
      job_id: jobId,
      pool_days: way === 'ours' && template === 'keep' ? settings.TALENT_POOL_DAYS : null,
      sent_at: null,
    })
    .execute();
}
