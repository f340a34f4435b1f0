import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import * as https from 'node:https';

export type ServerAnswer = { status: number; headers: IncomingHttpHeaders; text: string };

export type Client = {
  /** Rejects if the connection ends before the answer is complete. */
  send(...request: Request): Promise<ServerAnswer>;
  postForm(path: string, body: object, headers?: Record<string, string>): Promise<ServerAnswer>;
  close(): void;
};

/** `from`: the local address to connect from. `patience`: milliseconds for a whole request. */
export type ClientOptions = { from?: string; patience?: number };

const PATIENCE = 60_000;

/** Accepts any TLS certificate. */
export function connect(url: string, { from = '127.0.0.1', patience }: ClientOptions = {}): Client {
  const { port, protocol, hostname } = new URL(url);
  const how = protocol === 'https:' ? https : { request, Agent };
  const agent = new how.Agent({ keepAlive: true, maxSockets: 1, localAddress: from });
  const to = { host: '127.0.0.1', port, agent, servername: hostname, rejectUnauthorized: false, timeout: PATIENCE };
  const send: Client['send'] = (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const named = protocol === 'https:' ? { host: hostname } : {};
      const limited = patience === undefined ? {} : { signal: AbortSignal.timeout(patience) };
      const asked = how.request({ ...to, ...limited, method, path, headers: { ...named, ...length, ...headers } });
      asked.on('timeout', () => asked.destroy(new Error(`${method} ${path} was not answered in ${PATIENCE} ms`)));
      asked.on('error', reject);
      asked.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text += part));
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      });
      asked.end(body);
    });
  return {
    send,
    postForm: (path, body, headers = {}) => send('POST', path, JSON.stringify(body), { 'content-type': 'application/json', ...headers }),
    close: () => agent.destroy(),
  };
}

export type Request = [method: string, path: string, body?: string, headers?: Record<string, string>];

export function ask(url: string, ...request: Request): Promise<ServerAnswer> {
  return askAs({}, url, ...request);
}

export async function askAs(options: ClientOptions, url: string, ...request: Request): Promise<ServerAnswer> {
  const client = connect(url, options);
  try {
    return await client.send(...request);
  } finally {
    client.close();
  }
}
