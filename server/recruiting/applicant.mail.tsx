import { defineLeadMail } from '../leads/lead-job.ts';
import { Heading, Link, Text, said } from '../mail/layout.tsx';
import { CONFIRMATION_SENT, isConfirmed } from './application-repository.ts';

type Props = { siteUrl: string; privacyUrl: string };

const texts = {
  subject: 'We have received your application',
  preheader: 'Thank you. A person reads it, and you will hear from us.',
  title: 'We have received your application',
  text: 'Thank you. Your application and your CV have arrived, and a person will read both.',
  next: 'If they fit a position, we will write to you at this address to arrange a first conversation. If you have something to add, reply to this message.',
  positions: 'Open positions:',
  kept: 'What we keep, and for how long:',
  mistaken: 'If you did not apply, somebody gave us your address by mistake. Reply to this message and we will delete it.',
} as const;

/** Tells an applicant that the application arrived. It repeats nothing that was typed: its reader may not have applied. */
export const applicantMail = defineLeadMail<Props, typeof texts>({
  texts,
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
  samples: (site) => ({ 'an application': { siteUrl: site, privacyUrl: `${site}/privacy` } }),
  subject: (_, { subject }) => subject,
  preheader: (_, { preheader }) => preheader,
  Body: ({ siteUrl, privacyUrl }, { title, text, next, positions, kept, mistaken }) => (
    <>
      <Heading>{title}</Heading>
      <Text>{said(text, {}, siteUrl)}</Text>
      <Text>{said(next, {}, siteUrl)}</Text>
      <Text quiet>
        {said(positions, {}, siteUrl)} <Link href={`${siteUrl}/careers`}>{`${siteUrl}/careers`}</Link>
        <br />
        {said(kept, {}, siteUrl)} <Link href={privacyUrl}>{privacyUrl}</Link>
      </Text>
      <Text quiet>{said(mistaken, {}, siteUrl)}</Text>
    </>
  ),
});
