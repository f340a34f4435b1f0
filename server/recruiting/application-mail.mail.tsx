import * as v from 'valibot';
import { talentPoolConsent } from '../../contract/forms/talent-pool-consent.ts';
import type { JobServices } from '../mail/job-services.ts';
import { defineJob, type JobContext } from '../queue/job.ts';
import { talentPoolLinks } from '../leads/consents/mail-links.ts';
import { addEvent, findLead } from '../leads/lead-repository.ts';
import { Button, Link, Text } from '../mail/layout.tsx';
import { defineMail } from '../mail/mail.ts';
import type { Settings } from '../settings/settings.ts';
import type { ApplicationMailRow } from '../store/tables/recruiting-tables.ts';
import { recordAsked } from './talent-pool.ts';

/** A request for consent in a mail: its text, and the links by which consent is given and withdrawn. */
type Asked = { text: string; agree: string; leave: string };

type Props = { subject: string; paragraphs: readonly string[]; asked: Asked | undefined };

const texts = {
  agree: 'If you agree, these are the words that we write down:',
  button: 'Keep my application',
  otherwise: 'If you do nothing, we delete it as our privacy policy says. You can withdraw your consent at any time:',
  leave: 'no longer keep my application',
} as const;

/** What staff wrote, in the layout of our mails. */
export const applicationMail = defineMail<Props, typeof texts>({
  texts,
  samples: (site) => ({
    'asks to keep an application': {
      subject: 'May we keep your application?',
      paragraphs: ['Here stands what a colleague wrote.'],
      asked: { text: talentPoolConsent(365).text, agree: `${site}/talent-pool?token=sample`, leave: `${site}/talent-pool?token=sample` },
    },
  }),
  kind: 'application-answer',
  limit: 'promised',
  byPerson: true,
  subject: ({ subject }) => subject,
  preheader: ({ paragraphs }) => paragraphs.join(' ').slice(0, 120),
  Body: ({ paragraphs, asked }, { agree, button, otherwise, leave, fallback }) => (
    <>
      {paragraphs.map((lines, index) => (
        <Text key={index}>
          {lines.split('\n').map((line, at) => (
            <span key={at}>
              {at > 0 && <br />}
              {line}
            </span>
          ))}
        </Text>
      ))}
      {asked !== undefined && (
        <>
          <Text>{agree}</Text>
          <Text quiet>{asked.text}</Text>
          <Button href={asked.agree} fallback={fallback}>
            {button}
          </Button>
          <Text quiet>
            {otherwise} <Link href={asked.leave}>{leave}</Link>
          </Text>
        </>
      )}
    </>
  ),
});

/** The address for applicants' replies, whoever wrote to them. */
export function applicantReplies({ HR_MAIL, MAIL_FROM }: Settings): string {
  return HR_MAIL[0] ?? MAIL_FROM;
}

/** Sends a mail of the staff to an applicant, once. A request for consent is recorded when the mail has been sent. */
export const sendApplicationMail = defineJob({
  name: 'recruiting.application-mail',
  payload: v.object({ leadId: v.string(), mailId: v.string() }),
  async run({ leadId, mailId }, context: JobContext<JobServices>) {
    const { store, settings, mailer } = context.services;
    const lead = await findLead(store.db, leadId);
    const mail = await store.db.selectFrom('application_mails').selectAll().where('id', '=', mailId).executeTakeFirst();
    if (lead === undefined || mail === undefined || mail.sent_at !== null) return undefined;
    const props: Props = {
      subject: mail.subject,
      paragraphs: mail.body.split(/\n{2,}/).map((part) => part.trim()),
      asked: await askedBy(mail, context.services),
    };
    const outcome = await mailer.send(applicationMail, props, { to: lead.email, replyTo: applicantReplies(settings) }, context);
    if (outcome !== undefined) return outcome;
    const at = context.now();
    await store.begin(async (tx) => {
      await tx.updateTable('application_mails').set({ sent_at: at }).where('id', '=', mailId).execute();
      if (mail.pool_days !== null) await recordAsked(tx, leadId, { days: mail.pool_days, at });
      await addEvent(tx, leadId, { at, kind: 'mail sent', detail: { template: mail.template, mail: mailId } });
    });
    return undefined;
  },
});

async function askedBy({ lead_id: leadId, pool_days: days }: ApplicationMailRow, services: JobServices): Promise<Asked | undefined> {
  if (days === null) return undefined;
  return { text: talentPoolConsent(days).text, ...(await talentPoolLinks(services.store.db, leadId, services.settings)) };
}
