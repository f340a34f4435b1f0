import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { sendAttachment } from './desk-answers.ts';

test('a stream is ended though whoever asked was gone before it was sent', async () => {
  const content = new Readable({ read: () => undefined });
  const app = Fastify();
  app.get('/', async (_request, reply) => {
    asked.destroy();
    await once(reply.raw, 'close');
    return sendAttachment(reply, { type: 'text/plain', name: 'a.txt', bytes: undefined, content });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const asked = request({ port: (app.server.address() as AddressInfo).port }).end();
  asked.on('error', () => undefined);
  await expect.poll(() => content.destroyed).toBe(true);
});
