import type { JobServices } from '../mail/job-services.ts';
import { defineLeadMail, type LeadJob } from '../leads/lead-job.ts';
import { fullName } from '../leads/lead-repository.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import { Button, Heading, Link, Text } from '../mail/layout.tsx';

type Props = { name: string; meetingUrl: string | undefined; siteUrl: string };

/** The address at which a lead books a meeting here; undefined where meetings are not booked here. */
export type BookingAddress = (lead: LeadRow, services: JobServices, now: number) => Promise<string | undefined>;

export const meetingMail = (bookingAddress: BookingAddress): LeadJob =>
  defineLeadMail<Props>({
    name: 'leads.meeting-mail',
    kind: 'meeting',
    when: { after: 'confirmed', promise: 'meeting' },
    to: 'sender',
    limit: 'promised',
    replyTo: 'STAFF_MAIL',
    event: 'meeting mail sent',
    read: async (lead, services, now) => {
      const { MEETING_URL, PUBLIC_URL } = services.settings;
      return {
        props: { name: fullName(lead), meetingUrl: MEETING_URL ?? (await bookingAddress(lead, services, now)), siteUrl: PUBLIC_URL },
      };
    },
    subject: () => 'Choose a time for your Cognitive PRO demo',
    preheader: () => 'Thirty minutes, on the questions you work with.',
    Body: ({ name, meetingUrl, siteUrl }) => (
      <>
        <Heading>Choose a time for your demo</Heading>
        <Text>Dear {name},</Text>
        <Text>
          thank you for registering: your address is verified and your data has been saved. This is the email to schedule your demo session,
          a brief meeting of about thirty minutes on a portfolio and a universe like yours.
        </Text>
        {meetingUrl === undefined ? (
          <Text>Please reply to this message with two or three times that suit you, and your time zone. We will confirm one of them.</Text>
        ) : (
          <Button href={meetingUrl} fallback="If the button does not work, open this address in your browser:">
            Choose a time
          </Button>
        )}
        <Text quiet>
          Until then: <Link href={`${siteUrl}/cognitivepro`}>what the platform does</Link>, and{' '}
          <Link href={`${siteUrl}/insights`}>how the portfolios have performed</Link>.
        </Text>
      </>
    ),
  });
