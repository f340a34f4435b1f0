import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ProofWanted } from '../../../contract/proof.ts';
import { solveProof as solve } from '../../../site/forms/solve-proof.ts';
import { CHALLENGE_MS, makeChallenge, readProof } from './challenges.ts';

const now = Date.UTC(2026, 10, 21);
const SECRET = 'a secret';
const leadId = '01a1fd55-7a80-7158-b81e-0123456789ab';

function check({ challenge, answer, at = now }: { challenge: string; answer: number; at?: number }) {
  return readProof(SECRET, { challenge, answer, now: at });
}

async function solved(load: number, secret = SECRET) {
  const wanted: ProofWanted = makeChallenge(secret, { leadId, load, now });
  return { challenge: wanted.challenge, answer: await solve(wanted) };
}

describe('a challenge', () => {
  test('is answered by what the browser finds, until it expires', async () => {
    const proof = await solved(20);
    expect(await check(proof)).toEqual({ leadId });
    expect(await check({ ...proof, at: now + CHALLENGE_MS - 1 })).toEqual({ leadId });
    expect(await check({ ...proof, at: now + CHALLENGE_MS })).toEqual({ fault: 'expired' });
  });

  test('costs more the more of its share a source has used, and never more than a battery is worth', () => {
    const tries = [101, 200, 1000, 1e9].map((load) => makeChallenge(SECRET, { leadId, load, now }).tries);
    expect(tries).toEqual([101, 200, 1000, 20_000]);
  });

  test('is nobody’s to change: for another lead, an easier one, a later one, or one of another server', async () => {
    const proof = await solved(4);
    const changed = fc
      .tuple(fc.nat(proof.challenge.length - 1), fc.constantFrom(...'0123456789abcdefXYZ.-_'.split('')))
      .map(([at, sign]) => proof.challenge.slice(0, at) + sign + proof.challenge.slice(at + 1))
      .filter((challenge) => challenge !== proof.challenge);
    await fc.assert(
      fc.asyncProperty(changed, async (challenge) => {
        expect(await check({ ...proof, challenge })).toEqual({ fault: 'unknown' });
      }),
    );
    expect(await check(await solved(4, 'another secret'))).toEqual({ fault: 'unknown' });
  });

  test('is not answered by a number that took no work', async () => {
    const { challenge, tries } = makeChallenge(SECRET, { leadId, load: 5000, now });
    const easy = await solve({ challenge, tries: 5 });
    expect(await check({ challenge, answer: easy })).toEqual({ fault: 'wrong' });
    expect(tries).toBe(5000);
  });

  test('of any text is no surprise', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), fc.nat(), async (challenge, answer) => {
        expect(await check({ challenge, answer })).toEqual({ fault: 'unknown' });
      }),
    );
  });
});
