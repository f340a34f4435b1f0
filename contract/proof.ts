import * as v from 'valibot';

/** Path to which a browser sends the answer to the challenge that it got after sending a form. */
export const PROOF_PATH = '/proofs';

/** Rounds of PBKDF2 (RFC 8018, HMAC-SHA-256) per try: one or two milliseconds of processor time. */
export const PROOF_ROUNDS = 10_000;

/**
 * A proof of work, requested if a network has sent more forms than its share. An answer is a whole number whose PBKDF2 hash, with the challenge as
 * salt, begins with four bytes below 2^32 / tries.
 */
export const proofSchema = v.pipe(
  v.object({
    challenge: v.string(),
    tries: v.pipe(v.number(), v.integer(), v.description('How many answers are tried in the mean.')),
  }),
  v.description(
    `Comes with the answer to a form where the sender's network has had its share of forms: the request is stored, and its mails leave as others leave room. With a proof of work they are not late. An answer is a whole number whose PBKDF2 (HMAC-SHA-256, ${PROOF_ROUNDS} rounds, the number in decimal as password, the challenge as salt) begins with four bytes below 2^32 / tries.`,
  ),
);

export type ProofWanted = v.InferOutput<typeof proofSchema>;

/** @param first the first four bytes of an answer's PBKDF2 hash, as a number */
export function isProof(first: number, { tries }: Pick<ProofWanted, 'tries'>): boolean {
  return first < 2 ** 32 / tries;
}
