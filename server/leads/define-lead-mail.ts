import type { ReactElement } from 'react';
import type { EventKind } from '../../contract/desk/event-names.ts';
import { NEWSLETTER } from '../../contract/forms/form.ts';
import type { JobServices } from '../mail/job-services.ts';
import type { JobContext, JobOutcome } from '../queue/job.ts';
import type { Mail } from '../mail/mail.ts';
import type { Attachment } from '../mail/message.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { Tx } from '../store/store.ts';
import { defineLeadJob, type LeadJob, type LeadJobCondition, type LeadJobRun } from './lead-job.ts';
import { sendNotice, type LeadNotice, type NoticeEntry } from './lead-notice.ts';
import { selectConsents } from './consents/consent-records.ts';
import { unsubscribeLink } from './consents/mail-links.ts';
import { addEvent, findLead } from './lead-repository.ts';

type Declared<Props> = {
  /** Name of the job. It is stored with every job, so it is never changed. */
  name: string;
  /** Kind of the mail or notice, by which limits and digests count it. Stored as well, so never changed. */
  kind: string;
  /** When the job is enqueued; undefined where another job enqueues it. */
  when: LeadJobCondition | undefined;
  subject: (props: Props) => string;
  preheader: (props: Props) => string;
  Body: (props: Props) => ReactElement;
  /** Entry of the lead's history once the mail was sent. */
  event: EventKind;
};

export type SenderMail<Props> = Declared<Props> & {
  to: 'sender';
  limit: 'first' | 'promised';
  /** The setting whose first address is the Reply-To. */
  replyTo: StaffSetting;
  /** Minimum milliseconds between two mails of this kind to one mailbox. */
  gap?: number;
  /** Adds the unsubscribe link to a first mail if its sender also asked for the newsletter. */
  newsletter?: true;
  /** The history entry to write instead of sending a mail that is no longer needed; not called for a mail that a person released. */
  needless?: (db: Tx, lead: LeadRow) => Promise<EventKind | undefined>;
  /** Props of the mail, or why it has to wait for a person. */
  read: (lead: LeadRow, services: JobServices, now: number) => Promise<SenderMailContent<Props> | { held: string }>;
};

export type SenderMailContent<Props> = { props: Props; attachments?: readonly Attachment[]; detail?: object };

/** A notice to staff; a reply goes to the lead's sender. When more than a few are due within minutes, they are sent as one mail. */
export type StaffMail<Props> = Declared<Props> & {
  to: StaffSetting;
  /** Undefined when the notice is no longer needed. */
  read: (lead: LeadRow, services: JobServices) => Promise<Props | undefined>;
  digest: {
    /** Subject of a mail with several, such as '12 verified leads'. */
    title: (count: number) => string;
    entry: (props: Props) => NoticeEntry;
  };
};

export type StaffSetting = 'STAFF_MAIL' | 'HR_MAIL';

/** Declares a mail about a lead together with the job that sends it. A new mail needs its file and a line in job-list.ts. */
export function defineLeadMail<Props>(declared: SenderMail<Props> | StaffMail<Props>): LeadJob {
  const { name, when } = declared;
  if (declared.to === 'sender') {
    const run: LeadJobRun = (leadId, context) => sendToSender(declared, leadId, context);
    return defineLeadJob({ name, when, ...(declared.limit === 'first' && { beyondShare: 'waits' }), run });
  }
  const notice = noticeOf(declared);
  return defineLeadJob({ name, when, beyondShare: 'gathers', run: (leadId, context) => sendNotice(notice, leadId, context) });
}

async function sendToSender<Props>(declared: SenderMail<Props>, leadId: string, context: JobContext<JobServices>): Promise<JobOutcome> {
  const { store, settings, mailer } = context.services;
  const lead = await findLead(store.db, leadId);
  if (lead === undefined) return undefined;
  const needless = context.released === true ? undefined : await declared.needless?.(store.db, lead);
  if (needless !== undefined) {
    await addEvent(store.db, leadId, { at: context.now(), kind: needless });
    return undefined;
  }
  const content = await declared.read(lead, context.services, context.now());
  if ('held' in content) return content;
  const { props, attachments, detail } = content;
  const { gap, replyTo } = declared;
  const envelope = {
    to: lead.email,
    replyTo: settings[replyTo][0],
    ...(attachments && { attachments }),
    ...(gap !== undefined && { gap }),
    ...((await isListed(declared, store.db, leadId)) && { unsubscribe: await unsubscribeLink(store.db, leadId, settings) }),
  };
  const outcome = await mailer.send(mailOf(declared, declared.limit), props, envelope, context);
  if (outcome === undefined) await addEvent(store.db, leadId, { at: context.now(), kind: declared.event, ...(detail && { detail }) });
  return outcome;
}

/** Whether the mail needs an unsubscribe link: every promised mail does, and a first mail whose sender asked for the newsletter. */
async function isListed({ limit, newsletter }: Pick<SenderMail<never>, 'limit' | 'newsletter'>, db: Tx, leadId: string): Promise<boolean> {
  if (limit === 'promised' || newsletter === undefined) return limit === 'promised';
  const asked = selectConsents(db).select('id').where('lead_id', '=', leadId).where('purpose', '=', NEWSLETTER);
  return (await asked.limit(1).executeTakeFirst()) !== undefined;
}

function noticeOf<Props>(declared: StaffMail<Props>): LeadNotice<Props> {
  const { kind, to, event, read, digest } = declared;
  return {
    kind,
    event,
    ...digest,
    mail: mailOf(declared, 'none'),
    to: (settings) => settings[to],
    read: async (services, leadId) => {
      const lead = await findLead(services.store.db, leadId);
      const props = lead && (await read(lead, services));
      return lead && props && { props, email: lead.email };
    },
  };
}

function mailOf<Props>({ kind, subject, preheader, Body }: Declared<Props>, limit: Mail<Props>['limit']): Mail<Props> {
  return { kind, limit, subject, preheader, Body };
}
