import { createHmac, pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { storedSecret } from '../../store/stored-secret.ts';
import type { Tx } from '../../store/store.ts';
import { present } from '../../../contract/checked.ts';
import { isProof, PROOF_ROUNDS, type ProofWanted } from '../../../contract/proof.ts';

const derive = promisify(pbkdf2);

/** The secret that signs challenges, the same for all servers of a store. */
export function proofSecret(db: Tx): Promise<string> {
  return storedSecret(db, 'proofs');
}

/** Milliseconds for which a challenge can be answered. */
export const CHALLENGE_MS = 3_600_000;

/** The most work that a mail is worth: about a minute on a laptop. */
const MAX_TRIES = 20_000;

/**
 * Makes a challenge: proof of work for one lead. It is signed and says what it is for, so nothing is stored. The more of its share a sender has used, the
 * longer an answer takes.
 * @param load percent of its share that the sender has used
 */
export function makeChallenge(secret: string, { leadId, load, now }: { leadId: string; load: number; now: number }): ProofWanted {
  const tries = Math.min(MAX_TRIES, Math.max(1, Math.round(load)));
  const named = `${leadId}.${tries}.${(now + CHALLENGE_MS).toString(36)}`;
  return { challenge: `${named}.${signatureOf(secret, named)}`, tries };
}

export type ProofFault = 'unknown' | 'expired' | 'wrong';

/** Checks an answer. @returns the lead that the challenge was made for, or the fault. A forged or expired challenge costs next to no work. */
export async function readProof(
  secret: string,
  { challenge, answer, now }: { challenge: string; answer: number; now: number },
): Promise<{ leadId: string } | { fault: ProofFault }> {
  const [, named, leadId, tries, until, signature] = CHALLENGE.exec(challenge) ?? [];
  if (named === undefined || !isSame(present(signature), signatureOf(secret, named))) return { fault: 'unknown' };
  if (Number.parseInt(present(until), 36) <= now) return { fault: 'expired' };
  const made = await derive(String(answer), challenge, PROOF_ROUNDS, 4, 'sha256');
  return isProof(made.readUInt32BE(), { tries: Number(tries) }) ? { leadId: present(leadId) } : { fault: 'wrong' };
}

const CHALLENGE = /^(([\da-f-]{36})\.(\d{1,6})\.([\da-z]{1,10}))\.([\w-]{43})$/;

function signatureOf(secret: string, named: string): string {
  return createHmac('sha256', secret).update(`proof:${named}`).digest('base64url');
}

function isSame(given: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(given), Buffer.from(right));
}
