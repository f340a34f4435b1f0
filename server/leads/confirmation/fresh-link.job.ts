import * as v from 'valibot';
import { requestWords } from '../../../contract/request-words.ts';
import type { JobServices } from '../../mail/job-services.ts';
import { defineJob, type JobContext } from '../../queue/job.ts';
import { addressKey } from '../../kernel/address.ts';
import type { LeadRow } from '../../store/tables/lead-tables.ts';
import type { Tx } from '../../store/store.ts';
import { findPending, hasLinkSince } from './confirm-link.ts';
import { readWaiting } from './waiting-requests.ts';
import { sendLink, verification } from './verification.mail.tsx';

/** Sends a fresh link to a mailbox, if one of its requests waits for confirmation. Earlier links stop working. */
export const freshLink = defineJob({
  name: 'leads.fresh-link',
  payload: v.union([v.object({ email: v.string(), at: v.number() }), v.object({ tokenHash: v.string(), at: v.number() })]),
  async run(wanted, context: JobContext<JobServices>) {
    const { store, settings, mailer } = context.services;
    const lead = await requestOf(store.db, wanted);
    const served = lead && (await hasLinkSince(store.db, { key: lead.email_key, since: wanted.at, now: context.now() }));
    if (lead !== undefined && served !== true) return sendLink(lead, context, { gap: GAP, supersede: wanted.at });
    // Does as much work as for a known address: otherwise a slower next request would reveal which addresses are known.
    const link = `${settings.PUBLIC_URL}/verify?token=${'x'.repeat(43)}`;
    return mailer.rehearse(verification, { link, hours: settings.LINK_HOURS, asked: requestWords.question() }, context);
  },
});

/** Minimum milliseconds between two requested links to a mailbox; one link serves everybody who asked in between. */
const GAP = 10_000;

async function requestOf(db: Tx, wanted: { email: string } | { tokenHash: string }): Promise<LeadRow | undefined> {
  const linked = 'email' in wanted ? undefined : (await findPending(db, wanted.tokenHash))?.lead;
  const key = 'email' in wanted ? addressKey(wanted.email) : (linked?.email_key ?? '');
  const { requests } = await readWaiting(db, key, { linked: linked?.id });
  return requests[0];
}
