import type { Received } from '../../contract/api.ts';
import type { LeadBatchWriter } from './lead-batch-writer.ts';
import type { LeadWithJobs } from './lead-repository.ts';
import type { Store } from '../store/store.ts';
import { firstAnswer, type Answer } from '../http/idempotency.ts';

/**
 * Stores a lead with everything that follows from it, unless its key was seen before. The answer is for the caller to send; it is
 * right only once this has returned, when the lead is committed.
 */
export async function submitLead(
  { store, writer, wake }: { store: Pick<Store, 'db'>; writer: LeadBatchWriter; wake: () => void },
  item: LeadWithJobs,
): Promise<{ stored: boolean; answer: Answer }> {
  const { key } = item.lead;
  if (await writer.add(item)) {
    wake();
    return { stored: true, answer: accepted(item.lead.id) };
  }
  // The same key came twice at once: the other one is stored by now.
  const answer = key && (await firstAnswer(store.db, key));
  if (answer === undefined) throw new Error('a key is taken, and its answer is not there');
  return { stored: false, answer };
}

function accepted(id: string): Answer {
  return { status: 201, send: (reply) => reply.code(201).header('cache-control', 'no-store').send(received(id)) };
}

/** The answer to an accepted lead. It is the same for a suspected one. */
export function received(id: string): Received {
  return { status: 'received', id };
}
