import { expect, test } from 'vitest';
import type { DeskApplication } from '../../../contract/desk/application-facts.ts';
import { limits } from '../../../contract/limits.ts';
import { NAME, sendRefusals, wayFor } from './send-refusals.ts';

const application = (id: string, more: Partial<DeskApplication> = {}) =>
  ({
    id,
    name: id.toUpperCase(),
    email: `${id}@mail.example`,
    version: 2,
    stage: 'new',
    sample: false,
    suspectedSpam: false,
    ...more,
  }) as DeskApplication;
const mail = { subject: 'Your application', text: 'Hello [name],\n\nno.', way: 'ours' } as const;
const work = { stage: 'rejected', owner: null, comeBack: null, comeBackWhy: null, version: 3 } as const;

test('each is sent with its own name, on the version that was seen; who cannot be mailed is left, with the reason', async () => {
  const sent: unknown[] = [];
  const counted: number[] = [];
  const all = [
    application('ada'),
    application('sam', { sample: true }),
    application('bob'),
    application('cy'),
    application('dee', { stage: 'hired' }),
  ];
  const refused = await sendRefusals(all, mail, {
    send: async (input) => {
      sent.push(input);
      if (input.id === 'bob') return { outcome: 'not sent', reason: 'Nothing is sent to this address: it bounced.' };
      return { outcome: input.id === 'cy' ? 'changed since' : 'done', work };
    },
    onEach: (count) => counted.push(count),
    signal: new AbortController().signal,
  });
  expect(sent[0]).toEqual({
    id: 'ada',
    version: 2,
    way: 'ours',
    template: 'rejection',
    stage: 'rejected',
    subject: 'Your application',
    text: 'Hello ADA,\n\nno.',
  });
  expect(sent).toHaveLength(3);
  expect(refused.done).toEqual(['ada']);
  expect(refused.left).toMatchObject([
    { id: 'sam', why: expect.stringContaining('sample') },
    { id: 'bob', why: expect.stringContaining('bounced'), unmailed: true },
    { id: 'cy', why: expect.stringContaining('changed it since') },
    { id: 'dee', why: expect.stringContaining('in Hired') },
  ]);
  expect(counted).toEqual([1, 1, 1]);
});

test('a name stands in the text as its owner wrote it', async () => {
  const texts: string[] = [];
  await sendRefusals([application('eve', { name: "Eve $& $' $$" })], mail, {
    send: async ({ text }) => {
      texts.push(text);
      return { outcome: 'done', work };
    },
    onEach: () => undefined,
    signal: new AbortController().signal,
  });
  expect(texts).toEqual(["Hello Eve $& $' $$,\n\nno."]);
});

test('a name that makes the subject too long holds up none after it', async () => {
  const subject = `${'x'.repeat(limits.line - NAME.length)}${NAME}`;
  const send = async () => ({ outcome: 'done', work }) as const;
  const all = [application('eve', { name: 'Eve of the long name' }), application('bob')];
  const refused = await sendRefusals(all, { ...mail, subject }, { send, onEach: () => undefined, signal: new AbortController().signal });
  expect(refused).toEqual({ done: ['bob'], left: [{ id: 'eve', name: 'Eve of the long name', why: expect.stringContaining('too long') }] });
});

test('what is stopped sends no more, and what is noted may be a sample', async () => {
  const stopped = new AbortController();
  const send = async () => {
    stopped.abort();
    return { outcome: 'done', work } as const;
  };
  const all = [application('tom', { stage: 'rejected' }), application('sam', { sample: true }), application('bob')];
  const noted = { ...mail, way: 'own' } as const;
  expect(await sendRefusals(all, noted, { send, onEach: () => undefined, signal: stopped.signal })).toMatchObject({
    done: ['sam'],
    left: [{ id: 'tom' }],
  });
});

test.each([
  ['whoever can be mailed is mailed, and never noted', { stage: 'interview' }, { sendsMail: true, unmailed: false }, 'ours'],
  ['a sample is noted', { sample: true }, { sendsMail: true, unmailed: false }, 'own'],
  ['suspected spam is noted', { suspectedSpam: true }, { sendsMail: true, unmailed: false }, 'own'],
  ['whom the server does not mail is noted', {}, { sendsMail: true, unmailed: true }, 'own'],
  ['without a mail server all are noted', {}, { sendsMail: false, unmailed: false }, 'own'],
  ['whoever was decided on is neither', { stage: 'hired', sample: true }, { sendsMail: false, unmailed: true }, undefined],
] as const)('%s', (_, more, known, way) => expect(wayFor(application('ada', more), known)).toBe(way));
