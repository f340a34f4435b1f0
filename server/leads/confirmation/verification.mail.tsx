import { laterWrite } from '../../store/group-commit.ts';
import { type RequestWords, requestWords, shippedRequestWords } from '../../../contract/request-words.ts';
import { formPart } from '../../../contract/forms/form-parts.ts';
import { Button, Heading, Text, said, saidPlainly } from '../../mail/layout.tsx';
import { defineMail } from '../../mail/mail.ts';
import type { JobServices } from '../../mail/job-services.ts';
import { PermanentFailure, type JobContext, type JobOutcome, defineJob } from '../../queue/job.ts';
import { exactKey, addressKey } from '../../kernel/address.ts';
import { defineLeadJob } from '../lead-job.ts';
import { addEvent, addEventsAlive, findLeadOfJob } from '../lead-repository.ts';
import { requestOf } from '../lead-columns.ts';
import type { LeadRow } from '../../store/tables/lead-tables.ts';
import type { Tx } from '../../store/store.ts';
import { findPending, hasLinkSince, insertTokens, makeToken, markSent, supersedeLinks } from './confirm-link.ts';
import { addressesOf, isConfirmedByLink, CONFIRMED_BY_LINK, readWaiting } from './waiting-requests.ts';
import * as v from 'valibot';

type Props = { link: string; hours: number; asked: RequestWords };

const texts = {
  subject: '{confirm}',
  preheader: 'Please confirm that this address is yours. {next}',
  title: '{confirm}',
  text: 'Somebody, we hope you, sent us a request with this email address: {request}. Please confirm that the address is yours. {next}',
  button: 'Confirm my email address',
  several:
    'If several requests with your address wait, the page shows them, and you confirm the ones that you sent. The link works for {duration}. If you did not write to us, ignore this message: nothing is done with the address.',
} as const;

/** Asks for the confirmation of an address, and says what for. It repeats nothing that was typed: its reader may not have sent the request. */
export const verification = defineMail<Props, typeof texts>({
  kind: 'verification',
  texts,
  samples: (site, words) =>
    Object.fromEntries(
      (Object.keys(shippedRequestWords) as (keyof typeof shippedRequestWords)[]).map((asks) => [
        asks,
        { link: `${site}/verify?token=sample`, hours: 72, asked: requestWords(asks, undefined, formPart('requestWords', words)) },
      ]),
    ),
  limit: 'first',
  blank: 'link',
  subject: ({ asked }, { subject }) => saidPlainly(subject, asked),
  preheader: ({ asked }, { preheader }) => saidPlainly(preheader, asked),
  Body: ({ link, hours, asked }, { title, text, button, several, fallback }) => (
    <>
      <Heading>{said(title, asked)}</Heading>
      <Text>{said(text, { ...asked, request: <strong>{asked.request}</strong> })}</Text>
      <Button href={link} fallback={fallback}>
        {button}
      </Button>
      <Text quiet>{said(several, { duration: duration(hours) })}</Text>
    </>
  ),
});

function duration(hours: number): string {
  if (hours % 24 !== 0) return hours === 1 ? 'one hour' : `${hours} hours`;
  return hours === 24 ? 'one day' : `${hours / 24} days`;
}

/** Sends the link that confirms a request's address, unless a link was sent since the request: that link's page shows it, too. */
export const verificationMail = defineLeadJob({
  name: 'leads.verification-mail',
  when: { after: 'received', kinds: CONFIRMED_BY_LINK },
  beyondShare: 'waits',
  async run(leadId, context) {
    const { db } = context.services.store;
    const lead = await findLeadOfJob(db, leadId);
    if (lead === undefined || lead.status === 'verified' || lead.owner_answer !== null || !isConfirmedByLink(lead)) return undefined;
    const now = context.now();
    if (context.released !== true && (await hasLinkSince(db, { key: lead.email_key, since: lead.created_at, now }))) {
      await addEvent(db, leadId, { at: now, kind: 'served by the verification mail of another request' });
      return undefined;
    }
    return sendLink(lead, context, { gap: GAP });
  },
});

/** Minimum milliseconds between two links to one mailbox: the second serves all requests that came in between. */
const GAP = 60_000;

type How = {
  gap?: number;
  /** Links from before this time (ms) stop working once the new one is sent; while it cannot be sent, they stay valid. */
  supersede?: number;
};

/** Sends a link for a mailbox. Its token is made for this attempt: tokens are stored only as hashes, so no job's payload may have one. */
async function sendLink(lead: LeadRow, context: JobContext<JobServices>, { gap, supersede }: How): Promise<JobOutcome> {
  const { store, settings, mailer } = context.services;
  const hours = settings.LINK_HOURS;
  const now = context.now();
  const { token, row } = makeToken({ lead, now, hours });
  const props = { link: `${settings.PUBLIC_URL}/verify?token=${token}`, hours, asked: requestOf(lead) };
  const writes = laterWrite(insertTokens, row);
  const envelope = { to: await recipientOf(store.db, lead), writes, ...(gap !== undefined && { gap }) };
  try {
    const outcome = await mailer.send(verification, props, envelope, context);
    if (outcome === undefined) {
      context.writeAtEnd(storeSent, { lead, tokenHash: row.token_hash, at: now, supersede });
    } else if ('held' in outcome)
      await addEvent(store.db, lead.id, { at: now, kind: 'verification mail held back', detail: { reason: outcome.held } });
    return outcome;
  } catch (error) {
    if (error instanceof PermanentFailure) await addEvent(store.db, lead.id, { at: now, kind: 'verification mail refused' });
    throw error;
  }
}

type Sent = { lead: LeadRow; tokenHash: string; at: number; supersede: number | undefined };

async function storeSent(tx: Tx, links: readonly Sent[]): Promise<void> {
  for (const [at, some] of Map.groupBy(links, (link) => link.at))
    await markSent(
      tx,
      some.map(({ tokenHash }) => tokenHash),
      at,
    );
  await addEventsAlive(
    tx,
    links.map(({ lead, at }) => ({ leadId: lead.id, at, kind: 'verification mail sent' })),
  );
  for (const { lead, at, supersede } of links)
    if (supersede !== undefined) await supersedeLinks(tx, { key: lead.email_key, before: supersede, at });
}

/** The mailbox's plain address where one of its requests gave it: an address with a tag (name+tag@) may not exist. */
async function recipientOf(db: Tx, lead: LeadRow): Promise<string> {
  if (exactKey(lead.email) === lead.email_key) return lead.email;
  const addresses = await addressesOf(db, lead.email_key);
  return addresses.find((address) => exactKey(address) === lead.email_key) ?? lead.email;
}

/** Sends a fresh link to a mailbox, if one of its requests waits for confirmation. Earlier links stop working. */
export const freshLink = defineJob({
  name: 'leads.fresh-link',
  payload: v.union([v.object({ email: v.string(), at: v.number() }), v.object({ tokenHash: v.string(), at: v.number() })]),
  async run(wanted, context: JobContext<JobServices>) {
    const { store, settings, mailer } = context.services;
    const lead = await leadToLink(store.db, wanted);
    const now = context.now();
    // It was asked for while the clock was ahead: the new link must not count as an earlier one.
    const since = Math.min(wanted.at, now);
    const served = lead && (await hasLinkSince(store.db, { key: lead.email_key, since, now }));
    if (lead !== undefined && served !== true) return sendLink(lead, context, { gap: FRESH_GAP, supersede: since });
    // Does as much work as for a known address: otherwise a slower next request would reveal which addresses are known.
    const link = `${settings.PUBLIC_URL}/verify?token=${'x'.repeat(43)}`;
    return mailer.rehearse(verification, { link, hours: settings.LINK_HOURS, asked: requestWords('question') }, context);
  },
});

/** Minimum milliseconds between two requested links to a mailbox; one link serves everybody who asked in between. */
const FRESH_GAP = 10_000;

async function leadToLink(db: Tx, wanted: { email: string } | { tokenHash: string }): Promise<LeadRow | undefined> {
  const linked = 'email' in wanted ? undefined : (await findPending(db, wanted.tokenHash))?.lead;
  const key = 'email' in wanted ? addressKey(wanted.email) : (linked?.email_key ?? '');
  const { requests } = await readWaiting(db, key, { linked: linked?.id });
  return requests[0];
}
