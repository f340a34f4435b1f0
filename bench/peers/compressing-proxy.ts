import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';

type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer };

const TEXT = /^(text\/|application\/(json|javascript|manifest)|image\/svg)/;

/** Answers like a CDN in front of a server: asks for each address once, and compresses text that is not compressed yet by the best Brotli. */
export async function startCompressingProxy(origin: string): Promise<{ url: string; close: () => void }> {
  const known = new Map<string, Promise<Answer>>();
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const answer = known.get(path) ?? ask(origin + path);
    known.set(path, answer);
    answer.then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      () => response.writeHead(502).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void (server.closeAllConnections(), server.close()),
  };
}

async function ask(url: string): Promise<Answer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    // The product compresses at build; others may as they answer, which is done better here.
    get(url, { agent: false, headers: { 'accept-encoding': 'br' } }, resolve).on('error', reject);
  });
  const { 'transfer-encoding': _, connection: __, 'keep-alive': ___, ...headers } = response.headers;
  const body = await buffer(response);
  const isCompressed = headers['content-encoding'] !== undefined || !TEXT.test(headers['content-type'] ?? '');
  const sent = isCompressed ? body : brotliCompressSync(body);
  if (!isCompressed) headers['content-encoding'] = 'br';
  return { status: response.statusCode ?? 502, headers: { ...headers, 'content-length': String(sent.length) }, body: sent };
}
