import { Fragment } from 'react';
import { Link, Text } from '../../mail/layout.tsx';
import { defineMail } from '../../mail/mail.ts';
import * as v from 'valibot';
import { MEETING_LINK, withMeetingLink } from '../../../contract/desk/answer-templates.ts';
import type { JobServices } from '../../mail/job-services.ts';
import { defineJob, type JobContext } from '../../queue/job.ts';
import type { LeadRow } from '../../store/tables/lead-tables.ts';
import { addEvent, findLead } from '../../leads/lead-repository.ts';

type Props = { subject: string; text: string };

/** What a member of the staff wrote, unchanged. */
const answerMail = defineMail<Props>({
  kind: 'answer',
  limit: 'promised',
  byPerson: true,
  subject: ({ subject }) => subject,
  preheader: ({ text }) => text.slice(0, 120),
  Body: ({ text }) => (
    <>
      {text.split(/\n{2,}/).map((paragraph, index) => (
        <Text key={index}>
          {paragraph.split('\n').map((line, at) => (
            <Fragment key={at}>
              {at > 0 && <br />}
              {linked(line)}
            </Fragment>
          ))}
        </Text>
      ))}
    </>
  ),
});

/** Makes links of the addresses in a line, without the punctuation that ends a sentence. */
function linked(line: string) {
  const parts = line.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/);
  return parts.map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <Link key={at} href={part}>
        {part}
      </Link>
    ),
  );
}

const answer = v.object({ subject: v.string(), text: v.string() });

/** Makes the address at which a lead books a meeting; undefined where meetings are not booked here. */
type MeetingAddress = (lead: LeadRow, services: JobServices, now: number) => Promise<string | undefined>;

/** Mails the answer stored in an entry of a lead's history; replies go to its author. The lead's meeting link is secret, so it is not in the history. */
export const createAnswerJob = (meetingAddress: MeetingAddress) =>
  defineJob({
    name: 'leads.answer',
    payload: v.object({ leadId: v.string(), event: v.string(), replyTo: v.string() }),
    run: async ({ leadId, event, replyTo }, context: JobContext<JobServices>) => {
      const { store, mailer } = context.services;
      const lead = await findLead(store.db, leadId);
      const entry = await store.db.selectFrom('lead_events').select('detail').where('id', '=', event).executeTakeFirst();
      if (lead === undefined || entry === undefined) return undefined;
      const { subject, text } = v.parse(answer, JSON.parse(entry.detail));
      const link = text.includes(MEETING_LINK) ? await meetingAddress(lead, context.services, context.now()) : undefined;
      const outcome = await mailer.send(answerMail, { subject, text: withMeetingLink(text, link) }, { to: lead.email, replyTo }, context);
      const isHeld = outcome !== undefined && 'held' in outcome;
      if (outcome === undefined || isHeld)
        await addEvent(store.db, leadId, {
          at: context.now(),
          ...(isHeld ? { kind: 'answer held back', detail: { reason: outcome.held } } : { kind: 'answer mailed' }),
        });
      return outcome;
    },
  });

/** Only for enqueuing: the list of jobs has the one that runs. */
export const answerJob = createAnswerJob(async () => undefined);
