import { PROOF_PATH, type ProofWanted } from '../../contract/proof.ts';
import { pageSetting } from '../frame/page-setting.ts';
import { solveProof } from './solve-proof.ts';

/** Solves a challenge and sends the answer, in the background: the form has already been accepted. */
export async function prove(wanted: ProofWanted): Promise<void> {
  const body = JSON.stringify({ challenge: wanted.challenge, answer: await solveProof(wanted) });
  await fetch(pageSetting('api') + PROOF_PATH, { method: 'POST', headers: { 'content-type': 'application/json' }, body, keepalive: true });
}
