import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { path: string; id: string; type: string; leadId: string | undefined; headers: IncomingHttpHeaders; body: string };

/** The receiver's response: a status, or no answer. */
export type Behaviour = { status: number; headers?: Record<string, string>; body?: string | Buffer } | 'hang' | 'reset';

/** A webhook receiver. Records all requests (`asked`) and those that it accepted (`taken`). */
export async function startReceiver(behave: (request: Received) => Behaviour = () => ({ status: 204 }), port = 0) {
  const asked: Received[] = [];
  const taken: Received[] = [];
  const state = { behave };
  const server = createServer((request, response) => {
    void readAll(request).then(
      (body) => {
        const received = receivedOf(request, body);
        asked.push(received);
        const behaviour = state.behave(received);
        if (typeof behaviour === 'object' && behaviour.status >= 200 && behaviour.status < 300) taken.push(received);
        answer(behaviour, response);
      },
      () => undefined,
    );
  });
  let connections = 0;
  server.on('connection', () => (connections += 1));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    taken,
    state,
    connections: () => connections,
    dropIdle: () => server.closeIdleConnections(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Checks a signature by the specification, independently of the server's code and of the library. */
export function isSigned({ headers, body }: Pick<Received, 'headers' | 'body'>, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const expected = createHmac('sha256', key).update(signed).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .some((one) => {
      const given = Buffer.from(one.replace(/^v1,/, ''), 'base64');
      return one.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected);
    });
}

function receivedOf({ url = '', headers }: IncomingMessage, body: string): Received {
  const { type = '', data } = JSON.parse(body || '{}') as { type?: string; data?: { leadId?: string; lead?: { id: string } } };
  return { path: url, id: String(headers['webhook-id']), type, leadId: data?.leadId ?? data?.lead?.id, headers, body };
}

function answer(behaviour: Behaviour, response: ServerResponse): void {
  if (behaviour === 'hang') return;
  if (behaviour === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body);
}

async function readAll(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString();
}
