import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { requestsInFlight } from './in-flight.ts';

test('a request counts until it is answered, or its client is gone', async () => {
  const responses: ServerResponse[] = [];
  const arrived = new EventTarget();
  const server = createServer((_request, response) => {
    responses.push(response);
    arrived.dispatchEvent(new Event('one'));
  });
  const inFlight = requestsInFlight(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const leaving = new AbortController();
  const sent = [await send(url), await send(url, leaving.signal)];
  expect(inFlight()).toBe(2);

  responses[0]!.end('answered');
  await sent[0]!.answer;
  await expect.poll(inFlight).toBe(1);
  leaving.abort();
  await expect(sent[1]!.answer).rejects.toThrow('aborted');
  await expect.poll(inFlight).toBe(0);

  async function send(address: string, signal?: AbortSignal) {
    const here = once(arrived, 'one');
    const answer = fetch(address, { signal: signal ?? null });
    await here;
    return { answer };
  }
});
