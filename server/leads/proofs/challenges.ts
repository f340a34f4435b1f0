import { createHmac, pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { storedSecret } from '../../store/stored-secret.ts';
import type { Tx } from '../../store/store.ts';
import { present } from '../../../contract/checked.ts';
import { isProof, PROOF_ROUNDS, type ProofWanted } from '../../../contract/proof.ts';

const derive = promisify(pbkdf2);

/** Every server of a store signs and reads by it. */
export function proofSecret(db: Tx): Promise<string> {
  return storedSecret(db, 'proofs');
}

/** Milliseconds that a challenge can be answered. */
export const CHALLENGE_MS = 3_600_000;

/** Beyond it nobody's battery is worth a mail: about a minute of a laptop. */
const MOST_TRIES = 20_000;

/**
 * A challenge that proves work for one lead: nothing of it is stored, since it carries what it is for and is signed. The more of its share a source
 * has used, the longer an answer takes.
 * @param load percent of its share that the sender has used
 */
export function makeChallenge(secret: string, { leadId, load, now }: { leadId: string; load: number; now: number }): ProofWanted {
  const tries = Math.min(MOST_TRIES, Math.max(1, Math.round(load)));
  const named = `${leadId}.${tries}.${(now + CHALLENGE_MS).toString(36)}`;
  return { challenge: `${named}.${signatureOf(secret, named)}`, tries };
}

export type ProofFault = 'unknown' | 'expired' | 'wrong';

/** What an answer proves: the lead that the challenge was made for. One that is not ours, or too old, costs next to nothing. */
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
