import type { FastifyReply } from 'fastify';
import type { Received } from '../../contract/api.ts';
import type { Intake } from '../store/intake.ts';
import type { LeadWithJobs } from '../store/lead-record.ts';
import type { Store } from '../store/store.ts';
import { replay } from './idempotency.ts';

/**
 * Stores a lead with everything that follows from it, and answers once it is committed: 201, or the first answer where the same key
 * came twice at once.
 * @returns whether it was stored
 */
export async function keepLead(
  parts: { store: Pick<Store, 'db'>; intake: Intake; wake: () => void },
  item: LeadWithJobs,
  reply: FastifyReply,
  answer: (reply: FastifyReply) => FastifyReply = (open) => sendReceived(open, item.lead.id),
): Promise<boolean> {
  const { key } = item.lead;
  if (await parts.intake.add(item)) {
    parts.wake();
    answer(reply);
    return true;
  }
  // The other one is stored by now.
  const repeated = key && (await replay(parts.store.db, key, reply));
  if (repeated === undefined) throw new Error('a key is taken, and its answer is not there');
  return false;
}

/** The answer to an accepted lead. It is the same for a suspected one. */
export function received(id: string): Received {
  return { status: 'received', id };
}

function sendReceived(reply: FastifyReply, id: string): FastifyReply {
  return reply.code(201).header('cache-control', 'no-store').send(received(id));
}
