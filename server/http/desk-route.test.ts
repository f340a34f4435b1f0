import { once } from 'node:events';
import { request as get } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import * as v from 'valibot';
import { expect, onTestFinished, test } from 'vitest';
import { defineCall } from '../../contract/calls/desk/call.ts';
import { createDeskRoute, type Staff } from './desk-route.ts';
import { createOpenStreams } from './open-streams.ts';

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

test('whoever goes while it is looked at who they are is gone to the call as well', async () => {
  const app = Fastify({ forceCloseConnections: true });
  onTestFinished(() => app.close());
  const told = Promise.withResolvers<boolean>();
  const route = createDeskRoute(app, {
    authenticate: async ({ raw }) => {
      raw.socket.destroy();
      await once(raw.socket, 'close');
      return ada;
    },
    record: async () => undefined,
    streams: createOpenStreams('crowded'),
    draining: new AbortController().signal,
    now: () => 0,
  });
  route(call, async (_who, _input, { signal }) => {
    told.resolve(signal.aborted);
    return {};
  });
  await app.listen({ port: 0 });
  get({ port: (app.server.address() as AddressInfo).port, path: call.path })
    .on('error', () => undefined)
    .end();
  expect(await told.promise).toBe(true);
});
