import { once } from 'node:events';
import { request as get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import * as v from 'valibot';
import { expect, onTestFinished, test } from 'vitest';
import { defineCall } from '../../contract/calls/desk/call.ts';
import { createDeskRoute, type DeskRouteParts, type Staff } from './desk-route.ts';
import { createOpenStreams } from './event-stream.ts';

const call = defineCall({
  name: 'x',
  method: 'GET',
  path: '/api/x',
  about: 'X.',
  access: 'staff',
  input: v.object({}),
  output: v.object({}),
});

const ada: Staff = {
  accountId: 'ada',
  name: 'Ada',
  address: 'ada@staff.internal',
  roles: [],
  session: { id: 'one', way: 'link', device: 'A browser', signedInAt: 0, seenAt: 0, endsAt: 0 },
  lacks: undefined,
};

function setUp(authenticate: DeskRouteParts['authenticate']) {
  const app = Fastify({ forceCloseConnections: true });
  onTestFinished(() => app.close());
  const clock = { now: 0 };
  const nothing = async () => undefined;
  const parts = { record: nothing, recordRefused: nothing, streams: createOpenStreams('crowded'), draining: new AbortController().signal };
  const route = createDeskRoute(app, { authenticate, ...parts, now: () => clock.now });
  const ask = async () => {
    await app.listen({ port: 0 });
    return get({ port: (app.server.address() as AddressInfo).port, path: call.path })
      .on('error', () => undefined)
      .end();
  };
  return { route, ask, clock };
}

test('whoever goes while it is looked at who they are is gone to the call as well', async () => {
  const told = Promise.withResolvers<boolean>();
  const { route, ask } = setUp(async ({ raw }) => {
    raw.socket.destroy();
    await once(raw.socket, 'close');
    return ada;
  });
  route(call, async (_who, _input, { signal }) => {
    told.resolve(signal.aborted);
    return {};
  });
  await ask();
  expect(await told.promise).toBe(true);
});

test.each([
  ['of who stays signed in is sent whole', ada, 'one two', true],
  ['of who was signed out meanwhile breaks off', undefined, 'one ', false],
  ['of who has another session by now breaks off', { ...ada, session: { ...ada.session, id: 'two' } }, 'one ', false],
])('a file that is made while it is sent, %s', async (_, later, sent, isWhole) => {
  let who: Staff | undefined = ada;
  const { route, ask, clock } = setUp(async () => who);
  async function* content(): AsyncGenerator<string> {
    yield 'one ';
    who = later;
    clock.now += 2000;
    yield 'two';
  }
  route({ ...call, sends: 'file' }, async () => ({ type: 'text/csv', name: 'x.csv', bytes: undefined, content: content() }));
  const [answer] = (await once(await ask(), 'response')) as [IncomingMessage];
  let text = '';
  answer.on('data', (bytes) => (text += bytes)).on('error', () => undefined);
  await new Promise((resolve) => answer.once('close', resolve));
  expect([text, answer.complete]).toEqual([sent, isWhole]);
});
