import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSender, readRetryAfter, type Around } from './send.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const answers = { name: 'Ada', surname: 'Lovelace', email: 'ada@example.com' };

type Sent = { key: string | null; body: Record<string, unknown>; text: string; url: string; init: RequestInit };
type Reply = Response | 'drop' | 'hang';

describe('what is sent', () => {
  it('is JSON of the answers with what travels around them, under a key', async () => {
    const { send, sent } = peer([answer(201)]);
    await send(answers, () => ({ attribution: { page: '/', utm: { source: 'x' } }, website: '', elapsed: 12_345 }));
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      key: 'key-1',
      url: '/cognitivepro/forms/home_bad',
      body: { ...answers, attribution: { page: '/', utm: { source: 'x' } }, website: '', elapsed: 12_345 },
      init: { method: 'POST', keepalive: true },
    });
    expect(new Headers(sent[0]!.init.headers).get('content-type')).toBe('application/json');
  });
});

describe('sending the same answers again', () => {
  it.each<[string, Reply]>([
    ['a dropped connection', 'drop'],
    ['a timeout', 'hang'],
    ['500', answer(500)],
    ['502 of a proxy', new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['503', answer(503)],
    ['409, the first one being at work', answer(409)],
    ['429', answer(429)],
  ])('after %s sends the same bytes under the same key', async (_, first) => {
    const { send, sent } = peer([first, answer(201)]);
    let clock = 5_000;
    const around = () => travelling({ elapsed: (clock += 1_000) });
    expect((await send(answers, around)).kind).toBe('failed');
    expect((await send({ ...answers }, around)).kind).toBe('received');
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-1']);
    expect(sent[1]?.text).toBe(sent[0]?.text);
    expect(sent[0]?.body.elapsed).toBe(6_000);
  });

  it.each<[string, Reply]>([
    ['400', answer(400)],
    ['413', answer(413)],
    ['422 with messages', answer(422, { errors: { email: 'Invalid email address' } })],
    ['422 for a key used otherwise', answer(422, { detail: 'This Idempotency-Key was used for another request.' })],
    ['201', answer(201)],
  ])('after the definitive %s takes a new key and reads what travels anew', async (_, first) => {
    const { send, sent } = peer([first, answer(201)]);
    let clock = 0;
    const around = () => travelling({ elapsed: (clock += 1_000) });
    await send(answers, around);
    await send(answers, around);
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-2']);
    expect(sent.map(({ body }) => body.elapsed)).toEqual([1_000, 2_000]);
  });

  it('takes a new key once an answer changed, and the first one again when it is changed back', async () => {
    const { send, sent } = peer(['drop', 'drop', answer(201)]);
    await send(answers, () => travelling());
    await send({ ...answers, name: 'Augusta' }, () => travelling());
    await send(answers, () => travelling());
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-2', 'key-1']);
    expect(sent[2]?.text).toBe(sent[0]?.text);
  });

  it('gives each set of answers one key until it is settled, whatever happens in between', async () => {
    const sets = [answers, { ...answers, name: 'B' }, { ...answers, name: 'C' }];
    const replies = fc.constantFrom<number | 'drop'>('drop', 201, 400, 422, 429, 500, 503);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(2), replies), { maxLength: 12 }), async (steps) => {
        const { send, sent } = peer(steps.map(([, reply]) => (reply === 'drop' ? reply : answer(reply))));
        for (const [which] of steps) await send(sets[which]!, () => travelling());
        const current = new Map<number, string>();
        const spent = new Set<string>();
        steps.forEach(([which, reply], index) => {
          const { key } = sent[index]!;
          expect(key).toBe(current.get(which) ?? key);
          expect(spent).not.toContain(key);
          current.set(which, key!);
          if (reply === 'drop' || reply >= 500 || reply === 429) return;
          spent.add(key!);
          current.delete(which);
        });
        const bodies = new Map(sent.map(({ key, text }) => [key, text]));
        for (const { key, text } of sent) expect(text).toBe(bodies.get(key));
      }),
      { numRuns: 200 },
    );
  });
});

describe('what comes of it', () => {
  it.each<[string, Reply, object]>([
    ['201', answer(201), { kind: 'received' }],
    ['200 with anything in it', new Response('ok'), { kind: 'received' }],
    [
      '422',
      answer(422, { errors: { email: 'Invalid email address', bad: 7 } }),
      { kind: 'refused', errors: { email: 'Invalid email address' } },
    ],
    ['422 without messages', answer(422), { kind: 'failed', failure: { cause: 'rejected' } }],
    ['422 that is no JSON', new Response('<p>no</p>', { status: 422 }), { kind: 'failed', failure: { cause: 'rejected' } }],
    ['429', answer(429, {}, { 'retry-after': '90' }), { kind: 'failed', failure: { cause: 'limited', waitSeconds: 90 } }],
    ['503', answer(503, {}, { 'retry-after': '5' }), { kind: 'failed', failure: { cause: 'server', waitSeconds: 5 } }],
    ['404', answer(404), { kind: 'failed', failure: { cause: 'rejected' } }],
    ['a dropped connection', 'drop', { kind: 'failed', failure: { cause: 'connection' } }],
    ['no answer in time', 'hang', { kind: 'failed', failure: { cause: 'connection' } }],
  ])('%s', async (_, reply, outcome) => {
    expect(await peer([reply]).send(answers, () => travelling())).toEqual(outcome);
  });
});

describe('readRetryAfter', () => {
  it.each<[string | null, number | undefined]>([
    [null, undefined],
    ['', undefined],
    ['soon', undefined],
    ['0', 0],
    ['120', 120],
    [new Date(NOW + 61_500).toUTCString(), 61],
    [new Date(NOW - 60_000).toUTCString(), 0],
  ])('reads %j as %j seconds', (header, seconds) => {
    expect(readRetryAfter(header, NOW)).toBe(seconds);
  });
});

function travelling(more: Partial<Around> = {}): Around {
  return { attribution: { page: '/' }, website: '', elapsed: 9_000, ...more };
}

function answer(status: number, body: object = {}, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}

/** A server that gives these replies in order, and what it was sent. */
function peer(replies: Reply[]) {
  const sent: Sent[] = [];
  let keys = 0;
  const fetch: typeof globalThis.fetch = async (url, init = {}) => {
    const text = init.body as string;
    sent.push({ key: new Headers(init.headers).get('idempotency-key'), body: JSON.parse(text), text, url: url as string, init });
    const reply = replies[sent.length - 1]!;
    if (reply === 'drop') throw new TypeError('Failed to fetch');
    if (reply === 'hang') return new Promise((_, reject) => init.signal!.addEventListener('abort', () => reject(init.signal!.reason)));
    return reply.clone();
  };
  const send = createSender({
    url: '/cognitivepro/forms/home_bad',
    fetch,
    newKey: () => `key-${(keys += 1)}`,
    now: () => NOW,
    timeoutMs: 20,
  });
  return { send, sent };
}
