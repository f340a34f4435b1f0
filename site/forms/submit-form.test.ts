import { elementAt, present } from '../../contract/checked.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storedAttempts, type AttemptStore, type SubmissionContext } from './attempts.ts';
import { dropDraft } from './form-drafts.ts';
import type { Post } from './post.ts';
import { multipartOf } from './multipart.ts';
import { createSubmitForm, readRetryAfter } from './submit-form.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const answers = { name: 'Ada', surname: 'Lovelace', email: 'ada@example.com' };
const cv = (name = 'cv.pdf') => ({ name: 'cv', content: new File(['%PDF-'], name, { type: 'application/pdf' }) });

type Sent = { key: string | undefined; headers: Readonly<Record<string, string>>; body: string | FormData; url: string; progress: boolean };
type Reply = Response | 'drop';

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

describe('what is sent', () => {
  it('is JSON of the answers with their envelope, under a key', async () => {
    const { submit, sent } = peer([answer(201)]);
    const around = { attribution: { page: '/', utm: { source: 'x' } }, website: '', elapsed: 12_345 };
    await submit({ answers, envelope: () => around });
    expect(sent).toMatchObject([{ key: 'key-1', url: '/cognitivepro/forms/home_bad', progress: false }]);
    expect(elementAt(sent, 0).headers['content-type']).toBe('application/json');
    expect(JSON.parse(elementAt(sent, 0).body as string)).toEqual({ ...answers, ...around });
  });

  it('is multipart where the form says so, the file last', async () => {
    const { submit, sent } = peer([answer(201)], { encoding: 'multipart' });
    await submit({ answers, file: cv(), envelope: () => envelope({ website: 'spam' }), onProgress: () => {} });
    const [{ body, headers, progress }] = sent as [Sent];
    expect(headers['content-type']).toBeUndefined();
    expect(progress).toBe(true);
    const parts = [...(body as FormData)];
    expect(parts.map(([name]) => name)).toEqual(['name', 'surname', 'email', 'attribution', 'website', 'elapsed', 'cv']);
    expect(parts.slice(3, 6).map(([, value]) => value)).toEqual(['{"page":"/"}', 'spam', '9000']);
    expect((present(parts.at(-1))[1] as File).name).toBe('cv.pdf');
  });
});

describe('sending the same answers again', () => {
  it.each<[string, Reply]>([
    ['a dropped connection', 'drop'],
    ['500', answer(500)],
    ['502 of a proxy', new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['503', answer(503)],
    ['409, the first one being at work', answer(409)],
    ['429', answer(429)],
  ])('after %s sends the same body under the same key', async (_, first) => {
    for (const encoding of ['json', 'multipart'] as const) {
      const { submit, sent } = peer([first, answer(201)], { encoding });
      const file = encoding === 'multipart' ? cv() : undefined;
      let clock = 5_000;
      const later = () => envelope({ elapsed: (clock += 1_000) });
      expect((await submit({ answers, file, envelope: later })).kind).toBe('failed');
      expect((await submit({ answers: { ...answers }, file, envelope: later })).kind).toBe('received');
      expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-1']);
      expect(textOf(elementAt(sent, 1))).toBe(textOf(elementAt(sent, 0)));
      expect(textOf(elementAt(sent, 0))).toMatch(/6000/);
    }
  });

  it.each<[string, Reply]>([
    ['400', answer(400)],
    ['413', answer(413)],
    ['422 with messages', answer(422, { errors: { email: 'Invalid email address' } })],
    ['422 for a key used otherwise', answer(422, { detail: 'This Idempotency-Key was used for another request.' })],
    ['201', answer(201)],
  ])('after the definitive %s takes a new key and a new envelope', async (_, first) => {
    const { submit, sent } = peer([first, answer(201)]);
    let clock = 0;
    const later = () => envelope({ elapsed: (clock += 1_000) });
    await submit({ answers, envelope: later });
    await submit({ answers, envelope: later });
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-2']);
    expect(sent.map(({ body }) => JSON.parse(body as string).elapsed)).toEqual([1_000, 2_000]);
  });

  it('takes a new key for another file, and the first one again for the first file', async () => {
    const { submit, sent } = peer(['drop', 'drop', answer(201)], { encoding: 'multipart' });
    const [one, other] = [cv(), cv()];
    for (const file of [one, other, one]) await submit({ answers, file, envelope });
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-2', 'key-1']);
  });

  it('gives each set of answers one key until it is settled, whatever happens in between', async () => {
    const sets = [answers, { ...answers, name: 'B' }, { ...answers, name: 'C' }];
    const replies = fc.constantFrom<number | 'drop'>('drop', 201, 400, 422, 429, 500, 503);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(2), replies), { maxLength: 12 }), async (steps) => {
        const { submit, sent } = peer(steps.map(([, reply]) => (reply === 'drop' ? reply : answer(reply))));
        for (const [which] of steps) await submit({ answers: elementAt(sets, which), envelope });
        const current = new Map<number, string>();
        const spent = new Set<string>();
        steps.forEach(([which, reply], index) => {
          const key = present(elementAt(sent, index).key);
          expect(key).toBe(current.get(which) ?? key);
          expect(spent).not.toContain(key);
          current.set(which, key);
          if (reply === 'drop' || reply >= 500 || reply === 429) return;
          spent.add(key);
          current.delete(which);
        });
        const bodies = new Map(sent.map((one) => [one.key, textOf(one)]));
        for (const one of sent) expect(textOf(one)).toBe(bodies.get(one.key));
      }),
      { numRuns: 100 },
    );
  });
});

describe('after a reload', () => {
  const storage = new Map<string, string>();
  beforeEach(() => {
    storage.clear();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
      removeItem: (key: string) => storage.delete(key),
    });
  });
  afterEach(() => void vi.unstubAllGlobals());

  it.each(['json', 'multipart'] as const)(
    'the same answers go as the same %s body under the same key, as long as nobody knows',
    async (encoding) => {
      const lastModified = NOW;
      const chosen = () => (encoding === 'json' ? undefined : { name: 'cv', content: new File(['%PDF-'], 'cv.pdf', { lastModified }) });
      const before = peer(['drop'], { encoding, attempts: storedAttempts('form') });
      await before.submit({ answers, file: chosen(), envelope: () => envelope({ elapsed: 5000 }) });
      const after = peer([answer(201), answer(201)], { encoding, attempts: storedAttempts('form'), first: 7 });
      await after.submit({ answers: { ...answers }, file: chosen(), envelope: () => envelope({ elapsed: 9000 }) });
      expect(elementAt(after.sent, 0).key).toBe('key-1');
      expect(textOf(elementAt(after.sent, 0))).toBe(textOf(elementAt(before.sent, 0)));
      expect([...storage]).toEqual([]);
      await after.submit({ answers, file: chosen(), envelope });
      expect(elementAt(after.sent, 1).key).toBe('key-8');
    },
  );

  it('other answers, another file, and the same answers for another thing are another request; a dropped draft forgets', async () => {
    const attempts = (scope?: string) => storedAttempts('form', scope);
    await peer(['drop'], { attempts: attempts('paper_a') }).submit({ answers, envelope });
    const keyOf = async (given: object, scope: string, file?: ReturnType<typeof cv>) => {
      const { submit, sent } = peer(['drop'], { attempts: { ...attempts(scope), write: () => {} }, first: 7 });
      await submit({ answers: { ...answers, ...given }, file, envelope });
      return elementAt(sent, 0).key;
    };
    expect(await keyOf({}, 'paper_a')).toBe('key-1');
    expect(await keyOf({ name: 'Eve' }, 'paper_a')).toBe('key-8');
    expect(await keyOf({}, 'paper_b')).toBe('key-8');
    expect(await keyOf({}, 'paper_a', cv())).toBe('key-8');
    dropDraft('form');
    expect(await keyOf({}, 'paper_a')).toBe('key-8');
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
    ['413 of a file', answer(413, { errors: { cv: 'Too large' } }), { kind: 'refused', errors: { cv: 'Too large' } }],
    ['429 of a file', answer(429, { errors: { cv: 'Many came' } }), { kind: 'refused', errors: { cv: 'Many came' } }],
    ['429', answer(429, {}, { 'retry-after': '90' }), { kind: 'failed', failure: { cause: 'limited', waitSeconds: 90 } }],
    ['503', answer(503, {}, { 'retry-after': '5' }), { kind: 'failed', failure: { cause: 'server', waitSeconds: 5 } }],
    ['404', answer(404), { kind: 'failed', failure: { cause: 'rejected' } }],
    ['a dropped connection', 'drop', { kind: 'failed', failure: { cause: 'connection' } }],
  ])('%s', async (_, reply, outcome) => {
    expect(await peer([reply]).submit({ answers, envelope })).toEqual(outcome);
  });

  it('says of what arrived too fast that nothing follows from it, and of its second press that it was received', async () => {
    const { submit, sent } = peer([answer(201), answer(201)], { minFillMs: 2000 });
    const demo = { ...answers, phone: '+39 02 1234567', role: 'Other', company: '3M', netWorth: '10M+' };
    expect(await submit({ answers: demo, envelope: () => envelope({ elapsed: 1999 }) })).toEqual({ kind: 'hurried' });
    expect(await submit({ answers: demo, envelope: () => envelope({ elapsed: 2000 }) })).toEqual({ kind: 'received' });
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-2']);
  });

  it('takes whoever has a password manager fill three fields for a person', async () => {
    const { submit } = peer([answer(201), answer(201)], { minFillMs: 2000 });
    expect(await submit({ answers, envelope: () => envelope({ elapsed: 1000 }) })).toEqual({ kind: 'received' });
    expect(await submit({ answers, envelope: () => envelope({ elapsed: 800 }) })).toEqual({ kind: 'hurried' });
  });

  it('says of a second try what its first one was: it is the first that is stored', async () => {
    const { submit } = peer(['drop', answer(201)], { minFillMs: 2000 });
    await submit({ answers, envelope: () => envelope({ elapsed: 100 }) });
    expect(await submit({ answers, envelope: () => envelope({ elapsed: 60_000 }) })).toEqual({ kind: 'hurried' });
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

function envelope(more: Partial<SubmissionContext> = {}): SubmissionContext {
  return { attribution: { page: '/' }, website: '', elapsed: 9_000, ...more };
}

function answer(status: number, body: object = {}, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}

function textOf({ body }: Sent): string {
  return typeof body === 'string'
    ? body
    : JSON.stringify([...body].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]));
}

/** `first`: number of keys that were made before. */
type More = { encoding?: 'json' | 'multipart'; minFillMs?: number; attempts?: AttemptStore; first?: number };

function peer(replies: Reply[], { first = 0, encoding, ...more }: More = {}) {
  const sent: Sent[] = [];
  let keys = first;
  const post: Post = async ({ url, headers, body, onProgress }) => {
    sent.push({ key: headers['idempotency-key'], headers, body, url, progress: onProgress !== undefined });
    const reply = elementAt(replies, sent.length - 1);
    if (reply === 'drop') throw new TypeError('Failed to fetch');
    return reply.clone();
  };
  const newKey = () => `key-${(keys += 1)}`;
  const submit = createSubmitForm({
    url: '/cognitivepro/forms/home_bad',
    ...(encoding === 'multipart' && { encode: multipartOf }),
    post,
    newKey,
    now: () => NOW,
    minFillMs: 0,
    ...more,
  });
  return { submit, sent };
}
