import { Agent, request, type IncomingHttpHeaders } from 'node:http';

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

export type Client = {
  /** Rejects when the connection ends before the answer is whole. */
  send(...request: Request): Promise<Answer>;
  postForm(path: string, body: object, headers?: Record<string, string>): Promise<Answer>;
  close(): void;
};

const PATIENCE = 60_000;

export function connect(url: string): Client {
  const { port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send: Client['send'] = (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const asked = request({ host: '127.0.0.1', port, method, path, agent, headers: { ...length, ...headers }, timeout: PATIENCE });
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

export async function ask(url: string, ...request: Request): Promise<Answer> {
  const client = connect(url);
  try {
    return await client.send(...request);
  } finally {
    client.close();
  }
}
