import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Address } from '../settings/store-addresses.ts';

export type FakeS3 = {
  address: S3Address;
  objects: Map<string, Buffer>;
  refusals: string[];
  failNext: (...statuses: number[]) => void;
  /** The server's time. Requests signed more than 15 minutes before or after it are refused. */
  now: () => number;
  setting: string;
  close: () => Promise<void>;
};

/** Starts a fake S3 bucket that verifies every signature and checksum itself. */
export async function openFakeS3(prefix = 'cvs'): Promise<FakeS3> {
  const secretAccessKey = `${randomBytes(18).toString('base64')}/+`;
  const objects = new Map<string, Buffer>();
  const refusals: string[] = [];
  const failures: number[] = [];
  const clock = { now: () => Date.now() };
  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bytesOf(request);
    const failure = failures.shift();
    if (failure !== undefined) return void response.writeHead(failure).end('<Error/>');
    const refusal = refusalOf(request, body, { secret: secretAccessKey, now: clock.now() });
    if (refusal !== undefined) {
      refusals.push(refusal);
      return void response.writeHead(403).end(`<Error><Code>${refusal}</Code></Error>`);
    }
    const url = new URL(request.url!, 'http://s3');
    const key = decodeURIComponent(url.pathname.replace(/^\/bucket\/?/, ''));
    if (request.method === 'GET' && key === '') return void response.writeHead(200).end(listing(objects, url.searchParams));
    if (request.method === 'PUT') objects.set(key, body);
    if (request.method === 'DELETE') objects.delete(key);
    if (request.method !== 'GET') return void response.writeHead(request.method === 'PUT' ? 200 : 204).end();
    const found = objects.get(key);
    response.writeHead(found ? 200 : 404).end(found ?? '<Error><Code>NoSuchKey</Code></Error>');
  }

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}/bucket${prefix && `/${prefix}`}`;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return Object.assign(clock, {
    close,
    address: { base, region: 'eu-south-1', accessKeyId: 'FAKEKEY', secretAccessKey },
    objects,
    refusals,
    failNext: (...statuses: number[]) => failures.push(...statuses),
    setting: `s3+http://FAKEKEY:${encodeURIComponent(secretAccessKey)}@127.0.0.1:${port}/bucket${prefix && `/${prefix}`}?region=eu-south-1`,
  });
}

/** Computes AWS Signature Version 4 for the Authorization header. */
export function signatureOf(canonicalRequest: string, secret: string, scope: { date: string; region: string }): string {
  const day = scope.date.slice(0, 8);
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const key = ['s3', 'aws4_request'].reduce<Buffer>(hmac, hmac(hmac(`AWS4${secret}`, day), scope.region));
  const text = ['AWS4-HMAC-SHA256', scope.date, `${day}/${scope.region}/s3/aws4_request`, sha256(canonicalRequest)].join('\n');
  return hmac(key, text).toString('hex');
}

function refusalOf(request: IncomingMessage, body: Buffer, { secret, now }: { secret: string; now: number }): string | undefined {
  const { headers } = request;
  const given =
    /^AWS4-HMAC-SHA256 Credential=FAKEKEY\/(\d{8})\/eu-south-1\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!given) return 'InvalidAuthorizationHeader';
  const [, day, names = '', signature = ''] = given;
  const date = String(headers['x-amz-date']);
  if (!/^\d{8}T\d{6}Z$/.test(date) || !date.startsWith(day!) || Math.abs(timeOf(date) - now) > 900_000) return 'RequestTimeTooSkewed';
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const signed = names.split(';');
  const needed = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (!needed.every((name) => signed.includes(name))) return 'HeadersNotSigned';
  if (request.method === 'PUT' && headers['content-length'] !== String(body.length)) return 'MissingContentLength';
  const url = new URL(request.url!, 'http://s3');
  const canonical = [
    request.method,
    url.pathname,
    [...url.searchParams]
      .map((pair) => pair.map(encodeURIComponent).join('='))
      .sort()
      .join('&'),
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    sha256(body),
  ].join('\n');
  const expected = signatureOf(canonical, secret, { date, region: 'eu-south-1' });
  return timingSafeEqual(Buffer.from(expected), Buffer.from(signature)) ? undefined : 'SignatureDoesNotMatch';
}

const PAGE = 2;

/** Lists two objects a page, so that clients have to follow continuation tokens. */
function listing(objects: Map<string, Buffer>, query: URLSearchParams): string {
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort();
  const from = Number(query.get('continuation-token') ?? 0);
  const entries = keys
    .slice(from, from + PAGE)
    .map(
      (key) =>
        `<Contents><Key>${key}</Key><Size>${objects.get(key)!.length}</Size><LastModified>2025-01-15T12:00:00.000Z</LastModified></Contents>`,
    );
  const more = from + PAGE < keys.length;
  const next = more ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : '';
  return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${entries.join('')}${next}</ListBucketResult>`;
}

function timeOf(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
