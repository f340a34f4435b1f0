import { expect, onTestFinished, test } from 'vitest';
import { changePerson, me, revokePerson, revokeSession, signOut } from '../../contract/calls/desk/account-calls.ts';
import { encodeCall } from '../../contract/calls/desk/call-request.ts';
import { REFRESH_HEADER, refreshes } from '../../contract/calls/desk/call.ts';
import { leadWork } from '../../contract/calls/desk/lead-calls.ts';
import { streamBeat } from '../../contract/calls/desk/work-schemas.ts';
import { MAX_STREAMS } from '../http/event-stream.ts';
import { freshStore } from '../store/store.testing.ts';
import { testDesk, type SignedIn } from '../testing/desk.testing.ts';
import { sessionTimes } from './sign-in/sessions.ts';

async function setUp() {
  const set = await testDesk(await freshStore());
  const listen = async ({ cookie }: Pick<SignedIn, 'cookie'>) => {
    const headers = { cookie, host: new URL(set.origin).host };
    const answer = await set.desk.inject({ url: leadWork.changes.path, headers, payloadAsStream: true });
    const stream = answer.stream();
    const read = { text: '', isOver: false };
    stream.on('data', (piece: Buffer) => (read.text += piece.toString()));
    stream.on('end', () => (read.isOver = true));
    onTestFinished(() => void stream.destroy());
    await expect.poll(() => read.text + String(read.isOver)).toMatch(/data: |true/);
    return read;
  };
  const sessions = () => set.context.store.db.selectFrom('staff_sessions').select(['id', 'seen_at']).orderBy('id').execute();
  return { ...set, listen, sessions };
}

/** Before the next heartbeat could end it. */
const atOnce = { timeout: streamBeat.pause / 2 };

test('a stream ends at once with its session, its account, or the role that it needs', async () => {
  const { signedIn, sessionOf, listen, sessions } = await setUp();
  const admin = await signedIn('admin');
  const sales = () => signedIn('sales');
  const [first, second, third, fourth, bystander] = [await sales(), await sales(), await sales(), await sales(), await sales()];
  const other = await sessionOf(second.accountId, 'link');
  const streams = await Promise.all([first, second, third, fourth, bystander].map(listen));
  const [signedOut, ended, demoted, revoked, stays] = streams.map((read) => () => read.isOver) as [() => boolean, ...(() => boolean)[]];
  await first.call(signOut, {});
  await expect.poll(signedOut, atOnce).toBe(true);
  const [, , { id }] = (await sessions()) as [unknown, unknown, { id: string }];
  expect((await other.call(revokeSession, { id })).statusCode).toBe(200);
  await expect.poll(ended!, atOnce).toBe(true);
  await admin.call(changePerson, { id: third.accountId, name: 'Person', roles: ['hr'] });
  await expect.poll(demoted!, atOnce).toBe(true);
  await admin.call(revokePerson, { id: fourth.accountId });
  await expect.poll(revoked!, atOnce).toBe(true);
  expect(stays!()).toBe(false);
});

test('of too many streams of a session the oldest gives way, and says so', async () => {
  const { signedIn, listen } = await setUp();
  const [many, other] = [await signedIn('sales'), await signedIn('sales')];
  const beside = await listen(other);
  const streams: Awaited<ReturnType<typeof listen>>[] = [];
  for (let count = 0; count < MAX_STREAMS.session + 2; count += 1) streams.push(await listen(many));
  await expect.poll(() => streams.filter(({ isOver }) => isOver).length).toBe(2);
  expect(streams.slice(0, 2).map(({ text }) => text)).toEqual([
    expect.stringContaining('event: crowded'),
    expect.stringContaining('event: crowded'),
  ]);
  expect(beside.isOver).toBe(false);
});

test('an account reads no more streams than its sessions may together', async () => {
  const { signedIn, sessionOf, listen } = await setUp();
  const { accountId } = await signedIn('sales');
  const streams: Awaited<ReturnType<typeof listen>>[] = [];
  for (let session = 0; session < MAX_STREAMS.account / MAX_STREAMS.session + 1; session += 1) {
    const one = await sessionOf(accountId, 'link');
    for (let count = 0; count < MAX_STREAMS.session; count += 1) streams.push(await listen(one));
  }
  await expect.poll(() => streams.filter(({ isOver }) => !isOver).length).toBe(MAX_STREAMS.account);
});

test('an idle session ends though its page is open and asks for everything anew, and one goes on by which somebody works', async () => {
  const { signedIn, desk, clock, listen, origin } = await setUp();
  const [away, there] = [await signedIn('sales'), await signedIn('sales')];
  const read = await listen(away);
  const refresh = ({ cookie }: SignedIn, how: string) =>
    desk.inject({ url: encodeCall(me, {}).path, headers: { cookie, host: new URL(origin).host, [REFRESH_HEADER]: how } });
  const list = ({ cookie }: SignedIn) =>
    desk.inject({
      method: 'POST',
      url: leadWork.list.path,
      headers: { cookie, host: new URL(origin).host, origin, [REFRESH_HEADER]: refreshes.unattended },
      payload: {},
    });
  for (let minute = 0; minute < 31; minute += 1) {
    clock.now += 60_001;
    await listen(away);
    await refresh(away, refreshes.unattended);
    await list(away);
    await refresh(there, refreshes.attended);
  }
  expect(clock.now).toBeGreaterThan(sessionTimes.idle);
  expect((await away.call(me, {})).statusCode).toBe(401);
  expect((await there.call(me, {})).statusCode).toBe(200);
  expect((await listen(away)).text).not.toContain('data: ');
  expect(read.text).toContain('data: ');
});
