import { paperTitle } from '../../contract/paper.ts';
import { dataPaths } from '../../contract/portfolio.ts';
import { defineLeadMail, type LeadJob } from '../leads/lead-job.ts';
import { aboutOf } from '../leads/lead-columns.ts';
import type { LeadTopics } from '../leads/lead-context.ts';
import { fullName } from '../leads/lead-repository.ts';
import { Button, Heading, Link, Text } from '../mail/layout.tsx';

/** In bytes. Too many mailboxes refuse larger mails; the mail's link leads to the paper as well. */
const ATTACHED_UP_TO = 8 * 1024 * 1024;

type Props = { name: string; title: string; paperUrl: string; attached: boolean; siteUrl: string };

export const paperMail = (topics: LeadTopics): LeadJob =>
  defineLeadMail<Props>({
    name: 'leads.paper-mail',
    kind: 'paper',
    when: { after: 'confirmed', promise: 'paper' },
    to: 'sender',
    limit: 'promised',
    replyTo: 'STAFF_MAIL',
    event: 'paper sent',
    read: async (lead, { store, settings: { PUBLIC_URL } }) => {
      const id = aboutOf(lead)?.id ?? '';
      const paper = await topics.findPaper(store.db, id);
      if (paper === undefined) return { held: `there is no paper '${id}'` };
      const attached = paper.size <= ATTACHED_UP_TO;
      const paperUrl = PUBLIC_URL + dataPaths.paperFile(`${id}.pdf`);
      const props = { name: fullName(lead), title: paperTitle(paper), paperUrl, attached, siteUrl: PUBLIC_URL };
      if (!attached) return { props, detail: { paper: id } };
      const attachment = { filename: paper.name, contentType: 'application/pdf', content: Buffer.from(await paper.read()) };
      return { props, attachments: [attachment], detail: { paper: id } };
    },
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
  });
