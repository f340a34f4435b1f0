import { NEWSLETTER } from '../../contract/forms/form.ts';
import { selectConsents, addConsents } from '../leads/consents/consent-records.ts';
import { newsletterLink } from '../leads/consents/mail-links.ts';
import { defineLeadMail } from '../leads/lead-job.ts';
import { Button, Heading, Text, said } from '../mail/layout.tsx';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { Tx } from '../store/store.ts';
import { addEvent } from '../leads/lead-repository.ts';

type Props = { link: string };

const SENT = 'newsletter confirmation sent';

const texts = {
  subject: 'Please confirm the newsletter',
  preheader: 'It comes to this address once you have confirmed it.',
  title: 'Please confirm the newsletter',
  text: 'Somebody, we hope you, ticked in a form of ours that the newsletter with news and research of the company should come to this address. It does if you confirm it, and not otherwise.',
  button: 'Send me the newsletter',
  mistaken: 'If it was not you, ignore this message: there is no newsletter without your confirmation.',
} as const;

/**
 * Asks the owner of an address whether they want the newsletter: anybody can tick the box in a form, and confirming the request does not confirm the
 * newsletter. The mail repeats nothing that was typed.
 */
export const newsletterMail = defineLeadMail<Props, typeof texts>({
  texts,
  name: 'privacy.newsletter-mail',
  kind: 'newsletter',
  when: { after: 'received', purpose: NEWSLETTER },
  to: 'sender',
  limit: 'first',
  newsletter: true,
  replyTo: 'STAFF_MAIL',
  // One click confirms the newsletter for the address, however often the box was ticked.
  gap: 60_000,
  event: SENT,
  needless: async (db, lead) => {
    if (await isAnswered(db, lead.id)) return 'the newsletter was answered already';
    return (await hasMailSince(db, lead)) ? 'served by the newsletter mail of another request' : undefined;
  },
  read: async (lead, { store, settings }, now) => {
    const until = now + settings.LINK_HOURS * 3_600_000;
    return { props: { link: await newsletterLink(store.db, { leadId: lead.id, until }, settings) } };
  },
  samples: (site) => ({ 'a ticked newsletter': { link: `${site}/newsletter?token=sample` } }),
  subject: (_, { subject }) => subject,
  preheader: (_, { preheader }) => preheader,
  Body: ({ link }, { title, text, button, mistaken, fallback }) => (
    <>
      <Heading>{title}</Heading>
      <Text>{said(text)}</Text>
      <Button href={link} fallback={fallback}>
        {button}
      </Button>
      <Text quiet>{said(mistaken)}</Text>
    </>
  ),
});

async function isAnswered(db: Tx, leadId: string): Promise<boolean> {
  const row = await selectConsents(db)
    .select('id')
    .where('lead_id', '=', leadId)
    .where('purpose', '=', NEWSLETTER)
    .where('action', '!=', 'asked')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the mailbox was asked already since the request came: ticking the box many times must not send as many mails. */
async function hasMailSince(db: Tx, { email_key: key, created_at: since }: LeadRow): Promise<boolean> {
  const row = await db
    .selectFrom('lead_events')
    .innerJoin('leads', 'leads.id', 'lead_events.lead_id')
    .select('lead_events.id')
    .where('leads.email_key', '=', key)
    .where('lead_events.kind', '=', SENT)
    .where('lead_events.at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that the owner of the address confirmed the newsletter that was ticked with a request. Safe to repeat. */
export async function confirmNewsletter(tx: Tx, lead: LeadRow, at: number): Promise<void> {
  const records = await selectConsents(tx)
    .selectAll()
    .where('lead_id', '=', lead.id)
    .where('purpose', '=', NEWSLETTER)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const [latest] = records;
  if (latest === undefined || latest.action === 'confirmed') return;
  await addConsents(tx, [{ ...latest, action: 'confirmed', page: '/newsletter', at }]);
  await addEvent(tx, lead.id, { at, kind: 'newsletter confirmed' });
}
