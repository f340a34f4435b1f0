import PostalMime from 'postal-mime';
import { expect, onTestFinished, test } from 'vitest';
import { PermanentFailure, TryLater, Unavailable } from '../queue/job.ts';
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

const refusing = (code: number, text: string) => (_: unknown, __: unknown, done: (error: Error) => void) => done(answer(code, text));

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
  ['550 listed in a blocklist', false],
  ['552 5.2.2 mailbox full', false],
])('a recipient refused with %s is a permanent failure; unknown: %s', async (reply, unknownUser) => {
  const code = Number(reply.slice(0, 3));
  const peer = await smtpPeer({ onRcptTo: (_address, _session, done) => done(answer(code, reply.slice(4))) });
  const error = await failure(transportTo(peer.url).send(message));
  expect(error).toBeInstanceOf(PermanentFailure);
  expect((error as Refused).unknownUser).toBe(unknownUser);
});

test.each(['relay@nowhere.example', 'info@authentic-nowhere.example', 'client@host.sender.rejected.example'])(
  'that %s is unknown stops nobody else’s mail',
  async (to) => {
    const said = `5.1.1 <${to}>: Recipient address rejected: User unknown in virtual mailbox table`;
    const peer = await smtpPeer({ onRcptTo: (_address, _session, done) => done(answer(550, said)) });
    expect(await failure(transportTo(peer.url).send({ ...message, to: [to] }))).toMatchObject({ name: 'UnknownMailbox' });
  },
);

test('of several recipients those who are refused are named, and the others have it', async () => {
  const peer = await smtpPeer({
    onRcptTo: ({ address }, _session, done) => {
      if (address.startsWith('gone')) return done(answer(550, '5.1.1 no such user'));
      done(address.startsWith('busy') ? answer(450, '4.2.1 try again') : null);
    },
  });
  const to = ['gone@example.com', 'Here <here@example.com>', 'Busy <busy@example.com>'];
  expect(await transportTo(peer.url).send({ ...message, to })).toEqual([
    { to: 'gone@example.com', later: false, said: expect.stringContaining('5.1.1') },
    { to: 'Busy <busy@example.com>', later: true, said: expect.stringContaining('4.2.1') },
  ]);
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
  ['server out of order', { onRcptTo: refusing(421, 'closing') }],
  ['a server that may not relay for us', { onRcptTo: refusing(550, '5.7.1 relaying denied') }],
  ['a server that wants us to sign in', { onRcptTo: refusing(530, '5.7.0 Authentication required') }],
  ['a server whose tables cannot be read', { onRcptTo: refusing(451, '4.3.0 temporary lookup failure') }],
])('%s: nothing can leave, all mail waits', async (_name, options) => {
  const peer = await smtpPeer(options);
  expect(await failure(transportTo(peer.url).send(message))).toBeInstanceOf(Unavailable);
});

test('a message refused after its data is tried again after hours: it may be the account, or a filter', async () => {
  const peer = await smtpPeer({
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on('end', () => done(answer(554, '5.7.1 looks like spam')));
    },
  });
  const error = await failure(transportTo(peer.url).send(message));
  expect(error).toBeInstanceOf(TryLater);
  expect((error as TryLater).pause).toBe(4 * 3_600_000);
});

test('that it may have arrived is known before the server has all of it, and told where it does not answer then', async () => {
  let marked = 0;
  const peer = await smtpPeer({
    onData: (stream) => {
      stream.resume();
      stream.on('end', () => {
        expect(marked).toBe(1);
        peer.cut();
      });
    },
  });
  const transport = transportTo(peer.url);
  const error = await failure(transport.send(message, { markPerhapsDone: async () => void (marked += 1) }));
  expect(error).toMatchObject({ name: 'PerhapsDone', perhapsDone: true });
});

test('a server that takes its time with a message is waited for, and not asked twice', async () => {
  const peer = await smtpPeer({
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on('end', () => setTimeout(done, 2000));
    },
  });
  await transportTo(peer.url, { step: 1500 }).send(message);
});

test('a mail whose mark cannot be written is not handed over', async () => {
  const peer = await smtpPeer();
  const taken = new Error('the job was taken over');
  expect(await failure(transportTo(peer.url).send(message, { markPerhapsDone: () => Promise.reject(taken) }))).toBe(taken);
  expect(peer.received).toEqual([]);
});

test('down, then up: the same transport goes on', async () => {
  const first = await smtpPeer();
  const transport = transportTo(first.url);
  await transport.send(message);
  await first.close();
  expect(await failure(transport.send(message))).toBeInstanceOf(Unavailable);
  const second = await smtpPeer({}, first.port);
  await transport.send(message);
  expect(second.received).toHaveLength(1);
});

test.each([
  ['before its greeting', ''],
  ['after its greeting', '220 hello\r\n'],
])('a server that hangs %s costs a bounded time', async (_name, greeting) => {
  const transport = transportTo(await hangingPeer(greeting), { connection: 100, step: 100, whole: 10_000 });
  expect(await failure(transport.send(message))).toBeInstanceOf(Unavailable);
});

test('one that is down, and one that does not encrypt as MAIL_URL says, are told with that setting', async () => {
  const peer = await smtpPeer();
  const encrypted = await failure(transportTo(peer.url.replace('smtp:', 'smtps:')).send(message));
  expect(encrypted).toMatchObject({ mend: expect.stringMatching(/MAIL_URL.*smtps:\/\/.*smtp:\/\//) });
  await peer.close();
  expect(await failure(transportTo(peer.url).send(message))).toMatchObject({ mend: expect.stringMatching(/^MAIL_URL(?!.*smtps)/) });
});

test('a server that drips is cut off, and so is one when the job is to stop', async () => {
  const drip = () => {};
  const peer = await smtpPeer({ onRcptTo: drip });
  expect(await failure(transportTo(peer.url, { whole: 200 }).send(message))).toBeInstanceOf(Unavailable);
  const stopping = AbortSignal.timeout(50);
  expect(await failure(transportTo(peer.url).send(message, { signal: stopping }))).toBeInstanceOf(Unavailable);
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
