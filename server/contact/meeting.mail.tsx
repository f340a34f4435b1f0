import type { JobServices } from '../mail/job-services.ts';
import { defineLeadMail, type LeadJob } from '../leads/lead-job.ts';
import { fullName } from '../leads/lead-repository.ts';
import type { Tx } from '../store/store.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import { Button, Heading, Text, said } from '../mail/layout.tsx';

type Props = { name: string; meetingUrl: string | undefined; siteUrl: string };

/** The address at which a lead books a meeting here; undefined where meetings are not booked here. */
export type BookingAddress = (lead: LeadRow, services: JobServices, now: number) => Promise<string | undefined>;

/** Whether a lead has a meeting that has not begun yet. */
export type HasMeeting = (db: Tx, leadId: string, now: number) => Promise<boolean>;

export const meetingMail = (bookingAddress: BookingAddress, hasMeeting: HasMeeting): LeadJob =>
  defineLeadMail<Props, typeof texts>({
    name: 'leads.meeting-mail',
    texts,
    kind: 'meeting',
    when: { after: 'confirmed', promise: 'meeting' },
    to: 'sender',
    limit: 'promised',
    replyTo: 'STAFF_MAIL',
    event: 'meeting mail sent',
    needless: async (db, { id }, now) => ((await hasMeeting(db, id, now)) ? 'a meeting was booked before the mail about it' : undefined),
    read: async (lead, services, now) => {
      const { MEETING_URL, PUBLIC_URL } = services.settings;
      return {
        props: { name: fullName(lead), meetingUrl: MEETING_URL ?? (await bookingAddress(lead, services, now)), siteUrl: PUBLIC_URL },
      };
    },
    samples: (site) => ({
      'a link to choose a time': { name: 'Ada Lovelace', meetingUrl: `${site}/meeting?token=sample`, siteUrl: site },
      'times by reply': { name: 'Ada Lovelace', meetingUrl: undefined, siteUrl: site },
    }),
    subject: (_, { subject }) => subject,
    preheader: (_, { preheader }) => preheader,
    Body: ({ name, meetingUrl, siteUrl }, { title, greeting, text, reply, button, meanwhile, fallback }) => (
      <>
        <Heading>{title}</Heading>
        <Text>{said(greeting, { name })}</Text>
        <Text>{said(text, {}, siteUrl)}</Text>
        {meetingUrl === undefined ? (
          <Text>{said(reply, {}, siteUrl)}</Text>
        ) : (
          <Button href={meetingUrl} fallback={fallback}>
            {button}
          </Button>
        )}
        <Text quiet>{said(meanwhile, {}, siteUrl)}</Text>
      </>
    ),
  });

const texts = {
  subject: 'Choose a time for your Cognitive PRO demo',
  preheader: 'Thirty minutes, on the questions you work with.',
  title: 'Choose a time for your demo',
  greeting: 'Dear {name},',
  text: 'thank you for registering: your address is verified and your data has been saved. This is the email to schedule your demo session, a brief meeting of about thirty minutes on a portfolio and a universe like yours.',
  reply: 'Please reply to this message with two or three times that suit you, and your time zone. We will confirm one of them.',
  button: 'Choose a time',
  meanwhile: 'Until then: [what the platform does](/cognitivepro), and [how the portfolios have performed](/insights).',
} as const;
