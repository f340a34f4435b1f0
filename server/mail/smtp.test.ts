import PostalMime from 'postal-mime';
import { expect, onTestFinished, test } from 'vitest';
import { PermanentFailure, Unavailable } from '../jobs/job.ts';
import { silent } from '../store/store.testing.ts';
import type { Message, Transport } from './message.ts';
import { openSmtp, Refused } from './smtp.ts';
import { answer, hangingPeer, smtpPeer } from './smtp.testing.ts';

const message: Message = {
  id: '0190-a',
  to: ['visitor@example.org'],
  replyTo: 'Sales <sales@example.com>',
  subject: 'Città',
  html: '<p>Grüße</p>',
  text: 'Grüße',
  date: new Date(0),
};

function transportTo(url: string, patience = {}): Transport {
  const transport = openSmtp({ url, from: 'Cognitive PRO <no-reply@example.com>', log: silent, patience });
  onTestFinished(() => transport.close());
  return transport;
}

async function failure(promise: Promise<unknown>): Promise<Error> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Error);
  return error as Error;
}

test('a mail arrives as it was written, with the same id at every attempt', async () => {
  const peer = await smtpPeer();
  const transport = transportTo(peer.url);
  await transport.send(message);
  await transport.send(message);
  const [first, second] = await Promise.all(peer.received.map((mail) => PostalMime.parse(mail.source)));
  expect(peer.received[0]!.to).toEqual(['visitor@example.org']);
  expect(first).toMatchObject({ subject: 'Città', text: 'Grüße\n', messageId: '<0190-a@example.com>' });
  expect(first!.from).toMatchObject({ name: 'Cognitive PRO', address: 'no-reply@example.com' });
  expect(first!.replyTo).toMatchObject([{ name: 'Sales', address: 'sales@example.com' }]);
  expect(first!.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
  expect(second!.messageId).toBe(first!.messageId);
});

test.each([
  ['550 5.1.1 no such user', true],
  ['550 5.2.1 mailbox disabled', true],
  ['550 user unknown', true],
  ['550 5.7.1 relaying denied', false],
  ['550 listed in a blocklist', false],
  ['552 5.2.2 mailbox full', false],
])('a recipient refused with %s is a permanent failure; unknown: %s', async (reply, unknownUser) => {
  const code = Number(reply.slice(0, 3));
  const peer = await smtpPeer({ onRcptTo: (_address, _session, done) => done(answer(code, reply.slice(4))) });
  const error = await failure(transportTo(peer.url).send(message));
  expect(error).toBeInstanceOf(PermanentFailure);
  expect((error as Refused).unknownUser).toBe(unknownUser);
});

test('one of two recipients refused is no failure: the other has it', async () => {
  const peer = await smtpPeer({
    onRcptTo: ({ address }, _session, done) => done(address.startsWith('gone') ? answer(550, '5.1.1 no such user') : null),
  });
  await transportTo(peer.url).send({ ...message, to: ['gone@example.com', 'here@example.com'] });
  expect(peer.received.map((mail) => mail.to)).toEqual([['here@example.com']]);
});

test('a recipient who is to be tried later is neither refused nor a reason to stop all mail', async () => {
  const peer = await smtpPeer({ onRcptTo: (_address, _session, done) => done(answer(450, 'greylisted')) });
  const error = await failure(transportTo(peer.url).send(message));
  expect(error).not.toBeInstanceOf(PermanentFailure);
  expect(error).not.toBeInstanceOf(Unavailable);
});

test.each([
  ['sender refused', { onMailFrom: (_: unknown, __: unknown, done: (error: Error) => void) => done(answer(550, 'not yours')) }],
  ['server out of order', { onRcptTo: (_: unknown, __: unknown, done: (error: Error) => void) => done(answer(421, 'closing')) }],
])('%s: nothing can leave, all mail waits', async (_name, options) => {
  const peer = await smtpPeer(options);
  expect(await failure(transportTo(peer.url).send(message))).toBeInstanceOf(Unavailable);
});

test('a message refused after its data is a permanent failure, and the address is not blamed', async () => {
  const peer = await smtpPeer({
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on('end', () => done(answer(554, '5.7.1 looks like spam')));
    },
  });
  const error = await failure(transportTo(peer.url).send(message));
  expect(error).toBeInstanceOf(Refused);
  expect((error as Refused).unknownUser).toBe(false);
});

test('down, then up: the same transport goes on', async () => {
  const first = await smtpPeer();
  const transport = transportTo(first.url);
  await transport.send(message);
  await first.close();
  expect(await transport.works()).toBe(false);
  expect(await failure(transport.send(message))).toBeInstanceOf(Unavailable);
  const second = await smtpPeer({}, first.port);
  expect(await transport.works()).toBe(true);
  await transport.send(message);
  expect(second.received).toHaveLength(1);
});

test.each([
  ['before its greeting', ''],
  ['after its greeting', '220 hello\r\n'],
])('a server that hangs %s costs a bounded time', async (_name, greeting) => {
  const transport = transportTo(await hangingPeer(greeting), { connection: 100, socket: 100, whole: 300 });
  expect(await failure(transport.send(message))).toBeInstanceOf(Unavailable);
  expect(await transport.works()).toBe(false);
});

test('a server that drips is cut off, and so is one when the job is to stop', async () => {
  const drip = () => {};
  const peer = await smtpPeer({ onRcptTo: drip });
  expect(await failure(transportTo(peer.url, { whole: 200 }).send(message))).toBeInstanceOf(Unavailable);
  const stopping = AbortSignal.timeout(50);
  expect(await failure(transportTo(peer.url).send(message, stopping))).toBeInstanceOf(Unavailable);
});

test('what a mail server says is told without escape characters, line ends, or the recipient', async () => {
  const said = '5.1.1 \u001b[2J\u001b]0;owned\u0007 visitor@example.org (visitor) \u202ereffo ' + 'x'.repeat(2000);
  const peer = await smtpPeer({ onRcptTo: (_address, _session, done) => done(answer(550, said)) });
  const { message: told } = await failure(transportTo(peer.url).send(message));
  expect(told).toContain('5.1.1');
  expect(told).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]|visitor|example\.org/);
  expect(told.length).toBeLessThan(500);
});

test('a mail that is larger than the server takes is refused alone: other mail does not wait for it', async () => {
  const peer = await smtpPeer({ onMailFrom: (_address, _session, done) => done(answer(552, '5.3.4 too large')) });
  expect(await failure(transportTo(peer.url).send(message))).toBeInstanceOf(Refused);
});
