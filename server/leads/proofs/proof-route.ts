import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { PROOF_PATH } from '../../../contract/proof.ts';
import type { LeadContext } from '../lead-context.ts';
import { sendProblem } from '../../http/problem.ts';
import { SHARE } from '../../jobs/job-queue.ts';
import { laneOf } from '../../store/shares/pots.ts';
import type { Tx } from '../../store/store.ts';
import { findLead } from '../lead-repository.ts';
import { sourceOf } from '../lead-shares.ts';
import { proofSecret, readProof, type ProofFault } from './challenges.ts';

const proofSchema = v.object({
  challenge: v.pipe(v.string(), v.maxLength(200)),
  answer: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 32)),
});

const refusals: Readonly<Record<ProofFault | 'counted', { status: number; title: string }>> = {
  unknown: { status: 422, title: 'This is no challenge of ours' },
  expired: { status: 410, title: 'The challenge has expired' },
  wrong: { status: 422, title: 'This is no proof' },
  counted: { status: 409, title: 'A proof of this request was counted before' },
};

/**
 * Takes the proof of work that a form's answer asked for. What waits since the sender had had their share is counted with the larger share of those
 * who prove their work, and leaves where that has room. A proof counts once, for the request that it was asked for.
 */
export function proofRoute(app: FastifyInstance, context: LeadContext): void {
  const { store, shares, limits, wake, now } = context;
  const limit = limits({ name: 'proofs', points: 60, seconds: 60, hour: 600, day: 2000 });

  app.post(PROOF_PATH, { onRequest: limit, bodyLimit: 1024 }, async (request, reply) => {
    const parsed = v.safeParse(proofSchema, request.body);
    if (!parsed.success) return sendProblem(reply, 422, { title: 'This is no answer to a challenge' });
    const proof = await readProof(await proofSecret(store.db), { ...parsed.output, now: now() });
    const refuse = ({ status, title }: (typeof refusals)['wrong']) => sendProblem(reply, status, { title });
    if ('fault' in proof) return refuse(refusals[proof.fault]);
    const lead = await store.begin(async (tx) => ((await countOnce(tx, proof.leadId, now())) ? findLead(tx, proof.leadId) : undefined));
    if (lead === undefined) return refuse(refusals.counted);
    const { forms: load } = await shares.use(sourceOf(request, { email: lead.email, proven: true }), { forms: 1 });
    await store.begin((tx) => hasten(tx, { leadId: lead.id, load, now: now() }));
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

/** What waits for a lead leaves now; beyond the larger share it waits before what has no proof. */
async function hasten(tx: Tx, { leadId, load, now }: { leadId: string; load: number; now: number }): Promise<void> {
  const leaves = laneOf(load) === 'slow' ? {} : { run_at: now, waiting_on: null, last_error: null };
  await tx
    .updateTable('jobs')
    .set({ load, ...leaves })
    .where('waiting_on', '=', SHARE)
    .where('status', '=', 'ready')
    .where('payload', '=', JSON.stringify({ leadId }))
    .execute();
}
