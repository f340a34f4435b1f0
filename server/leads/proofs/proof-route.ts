import type { FastifyInstance } from 'fastify';
import { sendProof } from '../../../contract/calls/public/form-calls.ts';
import type { LeadContext } from '../lead-context.ts';
import { createPublicRoute } from '../../http/public-route.ts';
import { reloadShared } from '../../queue/held-jobs.ts';
import { laneOf } from '../../store/shares/pots.ts';
import type { Tx } from '../../store/store.ts';
import { findLead } from '../lead-repository.ts';
import { sourceOf } from '../take-form.ts';
import { proofSecret, readProof } from './challenges.ts';

/**
 * Takes the proof of work that a form's answer asked for. The lead's mails that wait for room are then counted against the larger share of senders with a
 * proof, and leave if that has room. A proof counts once, for the lead that it was asked for.
 */
export function proofRoute(app: FastifyInstance, context: LeadContext): void {
  const { store, shares, wake, now } = context;
  createPublicRoute(app, context)(sendProof, async ({ request, reply, body, refuse }) => {
    const proof = await readProof(await proofSecret(store.db), { ...body, now: now() });
    if ('fault' in proof) return refuse(proof.fault);
    const lead = await store.begin(async (tx) => ((await countOnce(tx, proof.leadId, now())) ? findLead(tx, proof.leadId) : undefined));
    if (lead === undefined) return refuse('counted');
    const { forms: load } = await shares.use(sourceOf(request, { email: lead.email, proven: true }), { forms: 1 });
    // Beyond the larger share, its mails leave before those without a proof.
    const leaves = laneOf(load) !== 'slow';
    await store.begin((tx) => reloadShared(tx, JSON.stringify({ leadId: lead.id }), { load, leaves, now: now() }));
    wake();
    return reply.code(204).send();
  });
}

async function countOnce(tx: Tx, leadId: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('lead_sources')
    .set({ proven_at: at })
    .where('lead_id', '=', leadId)
    .where('proven_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
