import { paperTitle } from '../../contract/paper.ts';
import { dataPaths } from '../../contract/portfolio.ts';
import { defineLeadMail, type LeadJob } from '../leads/lead-job.ts';
import { aboutOf } from '../leads/lead-columns.ts';
import type { LeadTopics } from '../leads/lead-context.ts';
import { fullName } from '../leads/lead-repository.ts';
import { Button, Heading, Text, said, saidPlainly } from '../mail/layout.tsx';

/** In bytes. Too many mailboxes refuse larger mails; the mail's link leads to the paper as well. */
const ATTACHED_UP_TO = 8 * 1024 * 1024;

type Props = { name: string; title: string; paperUrl: string; attached: boolean; siteUrl: string };

export const paperMail = (topics: LeadTopics): LeadJob =>
  defineLeadMail<Props, typeof texts>({
    name: 'leads.paper-mail',
    texts,
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
    samples: (site) => {
      const paper = { name: 'Ada Lovelace', title: 'Sample paper', paperUrl: `${site}/insights`, siteUrl: site };
      return { attached: { ...paper, attached: true }, 'too large to be attached': { ...paper, attached: false } };
    },
    subject: ({ title }, { subject }) => saidPlainly(subject, { title }),
    preheader: ({ attached }, { preheader, preheaderLinked }) => (attached ? preheader : preheaderLinked),
    Body: ({ name, title, paperUrl, attached, siteUrl }, texts) => (
      <>
        <Heading>{said(texts.heading, { title })}</Heading>
        <Text>{said(texts.greeting, { name })}</Text>
        <Text>{said(attached ? texts.text : texts.linked, {}, siteUrl)}</Text>
        <Button href={paperUrl} fallback={texts.fallback}>
          {texts.button}
        </Button>
        <Text quiet>{said(texts.others, {}, siteUrl)}</Text>
      </>
    ),
  });

const texts = {
  subject: 'Your paper: {title}',
  preheader: 'Attached as a PDF, and here to open.',
  preheaderLinked: 'Here to open as a PDF.',
  heading: '{title}',
  greeting: 'Dear {name},',
  text: 'thank you for verifying your address. The paper is attached to this message as a PDF. If a question remains, reply to this message: the people who wrote it will read it.',
  linked:
    'thank you for verifying your address. Here is the paper that you asked for. If a question remains, reply to this message: the people who wrote it will read it.',
  button: 'Open the paper',
  others: 'The other papers, and the figures that they are about, are on [our insights page](/insights).',
} as const;
