import { Heading, Link, Text } from '../mail/layout.tsx';
import { defineMail } from '../mail/mail.ts';

type Props = { siteUrl: string; privacyUrl: string };

/** Tells an applicant that the application arrived. It repeats nothing that was typed: whoever gets it may not have applied. */
export const applicantConfirmation = defineMail<Props>({
  kind: 'applicant',
  limit: 'first',
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
  text: ({ siteUrl, privacyUrl }) => `We have received your application

Thank you. Your application and your CV have arrived, and a person will read both.

If they fit a position, we will write to you at this address to arrange a first conversation. If you have something to add, reply to this message.

Open positions: ${siteUrl}/careers
What we keep, and for how long: ${privacyUrl}

If you did not apply, somebody gave us your address by mistake. Reply to this message and we will delete it.`,
});
