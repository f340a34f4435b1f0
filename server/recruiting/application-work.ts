import { present } from '../../contract/checked.ts';
import type { ApplicationAnswer, ApplicationStage } from '../../contract/desk/application-stages.ts';
import { enqueue } from '../queue/job-queue.ts';
import { indexLeads, lockIndex } from '../work/index/lead-index.ts';
import { addEvent, findLead } from '../leads/lead-repository.ts';
import { changeField, changeWork, readWorkOf, type WorkChange, type WorkOutcome } from '../work/change-work.ts';
import { mailRefusal } from '../work/mail-refusal.ts';
import type { Settings } from '../settings/settings.ts';
import { newId } from '../store/id.ts';
import { NO_JOB } from '../store/desk-schema.ts';
import type { LeadRow } from '../store/schema.ts';
import type { Store, Tx } from '../store/store.ts';
import { sendApplicationMail } from './application-mail.mail.tsx';

type Dialect = Store['dialect'];

/** One's own rating, from 1 to 5; null takes it back. Nobody else's is touched, so nobody has to have seen it. */
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
  /** `own`: it went by the mail program of whoever answered, and is noted here. */
  way: 'ours' | 'own';
  template: ApplicationAnswer;
  subject: string;
  text: string;
  /** What it is put into with the mail; undefined: it stays where it is. */
  stage?: ApplicationStage | undefined;
};

type AnswerOutcome = WorkOutcome<'application'> | { outcome: 'not sent'; reason: string };

/** Enqueues a mail to the applicant, or notes one that was sent otherwise, in the transaction that puts the application into its stage: both, or nothing. */
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
  // A version of its own, so that a colleague who answers as well is told.
  const { event: _, ...outcome } = stays
    ? await changeWork(tx, dialect, { ...work, kind: written.kind }, () => ({ after: {}, detail: written.detail }))
    : await changeField(tx, dialect, { ...work, name: 'stage', value: stage });
  if (outcome.outcome !== 'done') return outcome;
  if (!stays) await addEvent(tx, id, { at, actor, ...written });
  await storeMail(tx, { ...change, mailId }, settings);
  return outcome;
}

/** Why a mail cannot be one's own; a sample has nobody who would miss the button. */
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
