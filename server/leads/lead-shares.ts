import type { FastifyRequest } from 'fastify';
import { present } from '../../contract/checked.ts';
import type { LeadContext } from './lead-context.ts';
import { networksOfRequest } from '../http/client-address.ts';
import { recipientDomain } from '../mail/mail-domains.ts';
import type { Source } from '../store/shares/shares.ts';
import type { NewLead } from './lead-repository.ts';

/** The source that shares are counted for: the sender's networks and the domain of the given address. */
export function sourceOf(
  request: FastifyRequest,
  { email = '', proven = false }: { email?: string; proven?: boolean | undefined } = {},
): Source {
  return { networks: networksOfRequest(request), domain: recipientDomain(email), proven };
}

/** Counts a lead that is about to be stored. `load` (forms) and `stored` (data) are the used parts of the source's share, in percent. */
export async function countShares(
  { shares }: Pick<LeadContext, 'shares'>,
  request: FastifyRequest,
  { answers, attribution, spamReason }: NewLead,
): Promise<{ load: number; stored: number; network: string | undefined }> {
  const kilobytes = Buffer.byteLength(JSON.stringify([answers, attribution])) / 1000;
  // Nothing is sent for suspected spam, so it uses no share of the mails.
  const forms = spamReason === undefined ? 1 : 0;
  const used = await shares.use(sourceOf(request, { email: present(answers.email) }), { forms, stored: kilobytes });
  // Without a name, the lead is stored with an unknown source.
  const networks = await shares.names(networksOfRequest(request)).catch(() => []);
  return { load: used.forms, stored: used.stored, network: networks.at(-1)?.name };
}
