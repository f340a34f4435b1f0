import { describe, expect, test } from 'vitest';
import type { Received } from '../../../contract/api.ts';
import { PROOF_PATH, type ProofWanted } from '../../../contract/proof.ts';
import { solveProof } from '../../../site/forms/solve-proof.ts';
import { testOnStores } from '../../store/store.testing.ts';
import { validBodies } from '../../testing/app.testing.ts';
import { setUpMailbox } from '../mailbox.testing.ts';
import { CHALLENGE_MS } from './challenges.ts';

/** Forms that a client may send before it is asked for a proof. */
const SHARE = 20;

async function setUp() {
  const site = await setUpMailbox(
    { ceiling: { perHour: 50, perDay: 200 } },
    { env: { RATE_LIMIT: 'on', FIRST_MAILS_PER_HOUR: '50', FIRST_MAILS_PER_DAY: '50' } },
  );
  const { app } = site;
  const send = async (email: string, remoteAddress = '203.0.113.9') => {
    const payload = { ...validBodies.bookademo, email };
    const answer = await app.inject({ method: 'POST', url: '/cognitivepro/forms/home_bad', payload, remoteAddress });
    expect(answer.statusCode).toBe(201);
    return answer.json<Received>();
  };
  return {
    ...site,
    send,
    /** A client that uses up its share: each form gives an address of another company. */
    flood: async (count = SHARE + 5) => {
      const answers = [];
      for (let n = 0; n < count; n += 1) answers.push(await send(`a${n}@company${n}.example`));
      return answers;
    },
    prove: (payload: object, remoteAddress = '203.0.113.9') => app.inject({ method: 'POST', url: PROOF_PATH, payload, remoteAddress }),
  };
}

async function answerTo(wanted: ProofWanted | undefined) {
  return { challenge: wanted!.challenge, answer: await solveProof(wanted!) };
}

describe('beyond its share a client', () => {
  test('is asked for a proof of work with each form, which is taken all the same, and nobody else is', async () => {
    const { flood, send } = await setUp();
    const answers = await flood();
    expect(answers.map(({ proof }) => proof !== undefined)).toEqual(answers.map((_, n) => n >= SHARE));
    const tries = answers.flatMap(({ proof }) => proof?.tries ?? []);
    expect([tries.toSorted((a, b) => a - b), tries[0]! > 100]).toEqual([tries, true]);
    expect((await send('ada@visitor.example', '198.51.100.7')).proof).toBeUndefined();
  });

  test('waits with what has no proof, and its proven form goes out', async () => {
    const { flood, prove, pass, tokens } = await setUp();
    const answers = await flood();
    await pass(1000);
    const [unproven, proven] = [SHARE + 3, SHARE + 4];
    const gone = (n: number) => tokens(`a${n}@company${n}.example`).length;
    expect([gone(0), gone(unproven), gone(proven)]).toEqual([1, 0, 0]);
    expect((await prove(await answerTo(answers[proven]!.proof))).statusCode).toBe(204);
    await pass(1000);
    expect([gone(unproven), gone(proven)]).toEqual([0, 1]);
  });

  testOnStores('has a proof counted once, before it expires, and only for what it was asked for', async () => {
    const { flood, prove, clock, store } = await setUp();
    const [one, other] = (await flood(SHARE + 2)).slice(SHARE);
    const proof = await answerTo(one!.proof);
    const tampered = { ...proof, challenge: proof.challenge.replace(one!.id, other!.id) };
    expect((await prove(tampered)).json()).toMatchObject({ status: 422, title: 'This is no challenge of ours' });
    expect((await prove({ ...proof, answer: 'x' })).statusCode).toBe(422);
    expect([(await prove(proof)).statusCode, (await prove(proof)).statusCode]).toEqual([204, 409]);
    const late = await answerTo(other!.proof);
    clock.now += CHALLENGE_MS;
    expect((await prove(late)).statusCode).toBe(410);
    const rows = await store.db.selectFrom('lead_sources').select(['network', 'proven_at']).execute();
    expect(rows.filter((row) => row.proven_at !== null)).toHaveLength(1);
    expect([new Set(rows.map(({ network }) => network)).size, JSON.stringify(rows).includes('203.0')]).toEqual([1, false]);
  });
});
