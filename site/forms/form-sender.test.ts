import { describe, expect, it } from 'vitest';
import { createFormSender, type Submission } from './form-sender.ts';
import type { Post } from './post.ts';

type Sent = Parameters<Post>[0];

const around = { attribution: { page: '/careers' }, website: '', elapsed: 9000 };
const cv = () => ({ name: 'cv', content: new File(['%PDF-'], 'ada.pdf', { type: 'application/pdf' }) });

/** A sender whose server answers in turn; an error is a connection that broke. */
function sender(...answers: Array<Response | Error>) {
  const sent: Sent[] = [];
  let keys = 0;
  const send = createFormSender({
    url: '/recruiting/applications',
    newKey: () => `key-${(keys += 1)}`,
    now: () => 0,
    post: (request) => {
      sent.push(request);
      const answer = answers.shift() ?? new Response('{}', { status: 201 });
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  });
  return {
    sent,
    keys: () => sent.map(({ headers }) => headers['idempotency-key']),
    send: (some: Partial<Submission>) => send({ answers: {}, around, ...some }),
  };
}

const problem = (status: number, errors: object = {}) => new Response(JSON.stringify({ errors }), { status });

describe('a submission', () => {
  it('carries the answers, what is around them, and the file last under its own name', async () => {
    const { send, sent } = sender();
    expect(await send({ answers: { name: 'Ada' }, file: cv() })).toEqual({ kind: 'received' });
    const { body, headers } = sent[0]!;
    expect([...body.keys()]).toEqual(['name', 'attribution', 'website', 'elapsed', 'cv']);
    expect([body.get('name'), body.get('elapsed'), body.get('attribution')]).toEqual(['Ada', '9000', '{"page":"/careers"}']);
    expect((body.get('cv') as File).name).toBe('ada.pdf');
    expect(headers.accept).toBe('application/json');
  });

  it('keeps its key as long as nobody knows what became of it', async () => {
    const file = cv();
    const { send, keys } = sender(new Error('cut'), problem(503), problem(429));
    for (let n = 0; n < 4; n += 1) await send({ answers: { name: 'Ada' }, file });
    expect(keys()).toEqual(['key-1', 'key-1', 'key-1', 'key-1']);
    await send({ answers: { name: 'Ada' }, file });
    expect(keys().at(-1)).toBe('key-2');
  });

  it('has another key with other answers or another file of the same name', async () => {
    const { send, keys } = sender(new Error('cut'), new Error('cut'), new Error('cut'));
    const file = cv();
    await send({ answers: { name: 'Ada' }, file });
    await send({ answers: { name: 'Grace' }, file });
    await send({ answers: { name: 'Grace' }, file: cv() });
    expect(new Set(keys()).size).toBe(3);
  });

  it.each([422, 413])('that is refused with %i names its faults', async (status) => {
    const { send } = sender(problem(status, { cv: 'The file is larger than 3 MB' }));
    expect(await send({})).toEqual({ kind: 'refused', errors: { cv: 'The file is larger than 3 MB' } });
  });

  it('that fails says why', async () => {
    const { send } = sender(new Error('cut'), problem(503), problem(400));
    const causes = [];
    for (let n = 0; n < 3; n += 1) {
      const outcome = await send({});
      causes.push(outcome.kind === 'failed' && outcome.failure.cause);
    }
    expect(causes).toEqual(['connection', 'server', 'rejected']);
  });
});
