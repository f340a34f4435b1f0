import { isProof, PROOF_ROUNDS, type ProofWanted } from '../../contract/proof.ts';

/**
 * Solves a challenge without blocking the page: the browser computes hashes in another thread.
 * @returns the first number that is a proof
 */
export async function solveProof({ challenge, tries }: ProofWanted): Promise<number> {
  const text = new TextEncoder();
  const way = { name: 'PBKDF2', hash: 'SHA-256', salt: text.encode(challenge), iterations: PROOF_ROUNDS };
  for (let answer = 0; ; answer += 1) {
    const key = await crypto.subtle.importKey('raw', text.encode(String(answer)), 'PBKDF2', false, ['deriveBits']);
    const made = new DataView(await crypto.subtle.deriveBits(way, key, 32));
    if (isProof(made.getUint32(0), { tries })) return answer;
  }
}
