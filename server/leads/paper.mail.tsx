import { Button, Heading, Link, Text } from '../mail/layout.tsx';
import { defineMail } from '../mail/mail.ts';

type Props = { name: string; title: string; paperUrl: string; attached: boolean; siteUrl: string };

/** What a verified visitor asked for: a paper. */
export const paperMail = defineMail<Props>({
  kind: 'paper',
  limit: 'promised',
  subject: ({ title }) => `Your paper: ${title}`,
  preheader: ({ attached }) => (attached ? 'Attached as a PDF, and here to open.' : 'Here to open as a PDF.'),
  Body: ({ name, title, paperUrl, attached, siteUrl }) => (
    <>
      <Heading>{title}</Heading>
      <Text>Dear {name},</Text>
      <Text>
        thank you for verifying your address.{' '}
        {attached ? 'The paper is attached to this message as a PDF.' : 'Here is the paper that you asked for.'} If a question remains,
        reply to this message: the people who wrote it will read it.
      </Text>
      <Button href={paperUrl} fallback="If the button does not work, open this address in your browser:">
        Open the paper
      </Button>
      <Text quiet>
        The other papers, and the figures that they are about, are on <Link href={`${siteUrl}/insights`}>our insights page</Link>.
      </Text>
    </>
  ),
  text: ({ name, title, paperUrl, attached, siteUrl }) => `${title}

Dear ${name},

thank you for verifying your address. ${attached ? 'The paper is attached to this message as a PDF.' : 'Here is the paper that you asked for.'} If a question remains, reply to this message: the people who wrote it will read it.

Open the paper: ${paperUrl}

The other papers, and the figures that they are about: ${siteUrl}/insights`,
});
