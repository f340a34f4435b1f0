import { defineLeadMail } from '../leads/lead-job.ts';
import { Heading, Link, Text } from '../mail/layout.tsx';
import { CONFIRMATION_SENT, isConfirmed } from './application-repository.ts';

type Props = { siteUrl: string; privacyUrl: string };

/** Tells an applicant that the application arrived. It repeats nothing that was typed: its reader may not have applied. */
export const applicantMail = defineLeadMail<Props>({
  name: 'recruiting.applicant-mail',
  kind: 'applicant',
  when: { after: 'received', kinds: ['application'] },
  to: 'sender',
  limit: 'first',
  newsletter: true,
  replyTo: 'HR_MAIL',
  // Minimum milliseconds between two to one mailbox: the second covers all applications in between.
  gap: 60_000,
  event: CONFIRMATION_SENT,
  needless: async (db, lead) => ((await isConfirmed(db, lead)) ? 'served by the confirmation of another application' : undefined),
  read: async (_lead, { settings: { PUBLIC_URL } }) => ({ props: { siteUrl: PUBLIC_URL, privacyUrl: `${PUBLIC_URL}/privacy` } }),
  subject: () => 'We have received your application',
  preheader: () => 'Thank you. A person reads it, and you will hear from us.',
  Body: ({ siteUrl, privacyUrl }) => (
    <>
      <Heading>We have received your application</Heading>
      <Text>Thank you. Your application and your CV have arrived, and a person will read both.</Text>
      <Text>
        If they fit a position, we will write to you at this address to arrange a first conversation. If you have something to add, reply to
        this message.
      </Text>
      <Text quiet>
        Open positions: <Link href={`${siteUrl}/careers`}>{`${siteUrl}/careers`}</Link>
        <br />
        What we keep, and for how long: <Link href={privacyUrl}>{privacyUrl}</Link>
      </Text>
      <Text quiet>If you did not apply, somebody gave us your address by mistake. Reply to this message and we will delete it.</Text>
    </>
  ),
});
