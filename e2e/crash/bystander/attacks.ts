import { apiPaths } from '../../../contract/api.ts';
import { isoOf, knownDay } from '../../../contract/figures/days.ts';
import { sampleDates } from '../../../contract/figures/reporting-date.ts';
import { messagePlainForm, reportPlainForm } from '../../../contract/forms/plain-form-list.ts';
import { demoRequest, formPath } from '../demo-form.ts';
import type { DataReader } from './data-reader.ts';

/** What one client does as fast as it can; at 10 MB a second unless `requestsPerSecond` is set. */
export type Attack = {
  about: string;
  connections: number;
  /**
   * The pieces of a request. After the last one the connection waits for the answer, then sends the next request. Empty: the connection stays idle.
   */
  request: (n: number, reader: DataReader) => Iterable<string | Buffer>;
  /** Signs in with the demo account first, for the `reader` of its requests. */
  signed?: true;
  /** Milliseconds between two pieces. */
  every?: number;
  /** Requests a second over all connections, instead of the limit in bytes. */
  requestsPerSecond?: number;
  /** Never reads the answers. */
  deaf?: true;
  /** Closes each connection as soon as its request is sent. */
  leaves?: true;
};

const KB = 1024;
const LONG = 510 * KB;
const HTML = 'text/html,application/xhtml+xml';
const urlencoded = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=b';
const json = 'application/json';

const keys = Array.from({ length: 60_000 }, (_, n) => `k${n}=`).join('&');
const quotes = `name=Ada&email=ada%40example.com&message=${'"'.repeat(LONG)}`;
const deep = `{"a":${'['.repeat(30 * KB)}${']'.repeat(30 * KB)}}`;
const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 4500 }, (_, n) => [`k${n}`, '"<\\'])));
const part = (name: string, value: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const parts = `${Array.from({ length: 8000 }, (_, n) => part(`k${n}`, 'x')).join('')}--b--\r\n`;

/** All attacks by name. Add new ones here. */
export const attacks: Readonly<Record<string, Attack>> = {
  nobody: { about: 'no attack at all, to compare', connections: 0, request: () => [] },
  'form-keys': floods('contact forms of 60 000 fields', post(messagePlainForm().action, urlencoded, keys)),
  'form-quotes': floods('contact forms of 510 KB of quotes', post(messagePlainForm().action, urlencoded, quotes)),
  'form-parts': floods('contact forms of 8 000 parts', post(messagePlainForm().action, multipart, parts)),
  'report-keys': floods('report forms of 60 000 fields', post(reportPlainForm().action, urlencoded, keys)),
  'json-wide': floods('lead forms of 64 KB with 4 500 fields', post(formPath, json, wide)),
  'json-deep': floods('lead forms of 60 KB of lists within lists', post(formPath, json, deep)),
  'json-long': floods('lead forms of 510 KB', post(formPath, json, JSON.stringify({ name: 'x'.repeat(LONG) }))),
  'unknown-address': floods('510 KB to an address that there is not', post('/nowhere', urlencoded, keys)),
  'unknown-product': floods('510 KB to a product that there is not', post(apiPaths.reports('nosuch'), urlencoded, keys)),
  'wrong-method': floods('510 KB to a page', post('/about', json, deep.repeat(8))),
  chunked: floods('bodies in chunks of 64 KB without an end', () => chunks(64 * KB, 400)),
  'tiny-chunks': floods('bodies in chunks of a byte', () => chunks(1, 20_000)),
  uploads: floods('applications with 3 MB that are no PDF', upload(3 * KB * KB), 8),
  'long-uploads': floods('applications with 15 MB', upload(15 * KB * KB), 8),
  'big-headers': floods('pages with 15 KB of headers', get('/', `X-Long: ${'x'.repeat(15 * KB)}\r\n`)),
  pages: floods('pages as fast as they come', get('/'), 64),
  crowd: floods('pages on a thousand connections', get('/'), 1000),
  pipelined: floods('pages, 30 asked for at once', () => [get('/')().join('').repeat(30)]),
  'not-found': floods('pages that there are not', get('/nowhere'), 64),
  links: floods('links with made-up tokens', get(`/verify?token=${'x'.repeat(43)}`), 64),
  figures: floods('figures without a token', get('/builder/website/portfolios/'), 64),
  details: reads('details of portfolios, each of another day', ({ details }, n) => `${of(details, n)}?date=${dayBefore(n)}&analytics=1`),
  lists: reads('lists of portfolios, each of another day', ({ lists }, n) => `${of(lists, n)}?date=${dayBefore(n)}`),
  'same-lists': reads('lists of portfolios, again and again', ({ lists }, n) => of(lists, n)),
  'same-details': reads('details of portfolios, again and again', ({ details }, n) => `${of(details, n)}?analytics=1`),
  'form-pages': floods('pages of forms, each made for who asks', get('/form/home_bad'), 1000),
  'named-forms': floods('pages of forms about what there is not', get('/form/insights_cu?about=nothing'), 1000),
  'sent-pages': floods('the page after a link was asked for', get('/verify/sent'), 1000),
  zones: floods(
    'times of meetings in a zone that is spelled anew each time',
    (n) => get(`/meeting?zone=${spelled('europe/rome', n)}`)(),
    64,
  ),
  'long-queries': floods('pages with thousands of parameters', get(`/jobs?position=x${'&a=b'.repeat(3700)}`)),
  'many-headers': floods('pages with two thousand headers', get('/about', 'A:b\r\n'.repeat(1900))),
  cookies: floods('links with 15 KB of cookies', get('/verify?token=x', `Cookie: ${'a=b; '.repeat(3000)}\r\n`)),
  conditions: floods('pages with 15 KB of conditions', get('/about', `If-None-Match: ${'"x", '.repeat(3000)}\r\nRange: bytes=0-0\r\n`)),
  'odd-paths': floods('addresses that no browser sends', get(`/${'%2e%2e%2f'.repeat(500)}..//.%2F;/\\`), 64),
  traces: floods('methods that there are not', () => [head('TRACE', '/about', [])], 64),
  proofs: floods('proofs of nothing', post('/proofs', json, JSON.stringify({ challenge: 'x'.repeat(150), answer: 1 })), 64),
  boundaries: floods(
    'forms whose boundary never comes',
    post(messagePlainForm().action, multipart, part('message', '\r\n--'.repeat(60 * KB))),
  ),
  'chunk-names': floods('chunks with long extensions', () => [
    head('POST', formPath, [type(json), 'Transfer-Encoding: chunked']),
    `1;${'a=b;'.repeat(4000)}\r\nx\r\n`.repeat(4),
  ]),
  trailers: floods('bodies with trailers without end', () => [
    head('POST', formPath, [type(json), 'Transfer-Encoding: chunked']),
    `2\r\n{}\r\n0\r\n${'A: b\r\n'.repeat(20 * KB)}`,
  ]),
  continues: slow(
    'forms that wait to be told to go on',
    head('POST', formPath, [type(json), 'Content-Length: 100', 'Expect: 100-continue']),
    '',
  ),
  visits: { ...floods('connections that are ended at once', () => [], 200), leaves: true },
  'hasty-visits': { ...floods('pages whose connections are ended at once', get('/'), 200), leaves: true },
  papers: floods('lists of papers', get('/builder/v1/website/papers/'), 1000),
  'long-links': floods('links on a thousand connections', get(`/verify?token=${'x'.repeat(43)}`), 1000),
  'deaf-readers': { ...floods('pages whose answers are never read', get('/'), 500), deaf: true },
  'slow-headers': slow('headers that never end', 'GET / HTTP/1.1\r\nHost: www.example.com\r\n', 'X-A: b\r\n'),
  'slow-bodies': slow('forms of which a byte comes every half second', head('POST', formPath, [type(json), 'Content-Length: 60000']), 'x'),
  'slow-uploads': slow(
    'applications of which a byte comes every half second',
    head('POST', apiPaths.applications, [type(multipart), 'Content-Length: 3000000']),
    'x',
  ),
  idle: { about: '4 200 connections on which nothing is sent', connections: 4200, request: () => [] },
  honest: {
    about: 'forms that look honest, one a second, each to another address',
    connections: 1,
    requestsPerSecond: 1,
    request: (n) => post(formPath, json, JSON.stringify(demoRequest(`stranger-${n}@somebody-${n}.example`)))(),
  },
  'honest-fast': {
    about: 'forms that look honest, as fast as they come',
    connections: 16,
    request: (n) => post(formPath, json, JSON.stringify(demoRequest(`stranger-${n}@somebody-${n}.example`)))(),
  },
};

function floods(about: string, request: Attack['request'], connections = 24): Attack {
  return { about, connections, request };
}

/** Two hundred connections that read the figures with the demo account's token. */
function reads(about: string, path: (reader: DataReader, n: number) => string): Attack {
  return {
    ...floods(about, (n, reader) => get(path(reader, n), `Authorization: Bearer ${reader.token}\r\n`)(), 200),
    signed: true,
  };
}

function of(paths: readonly string[], n: number): string {
  return paths[n % paths.length] ?? '/';
}

/** An ISO date within the samples' last years, another for each of the first thousand `n`. */
function dayBefore(n: number): string {
  return isoOf(knownDay(sampleDates.website) - (n % 1000));
}

function slow(about: string, begin: string, more: string): Attack {
  return { about, connections: 1000, every: 500, request: () => dribble(begin, more) };
}

/** Spells a name in upper and lower case, differently for each of the first few thousand `n`. */
function spelled(name: string, n: number): string {
  return Array.from(name, (letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter)).join('');
}

function head(method: string, path: string, headers: readonly string[]): string {
  return [`${method} ${path} HTTP/1.1`, 'Host: www.example.com', `Accept: ${HTML}`, 'Accept-Encoding: br', ...headers, '\r\n'].join('\r\n');
}

function type(name: string): string {
  return `Content-Type: ${name}`;
}

function get(path: string, more = ''): () => string[] {
  const whole = head('GET', path, []).replace(/\r\n$/, `${more}\r\n`);
  return () => [whole];
}

function post(path: string, contentType: string, body: string): () => Buffer[] {
  const whole = Buffer.from(head('POST', path, [type(contentType), `Content-Length: ${Buffer.byteLength(body)}`]) + body);
  return () => pieces(whole);
}

function upload(bytes: number): () => Buffer[] {
  const start = `${part('name', 'Ada')}--b\r\nContent-Disposition: form-data; name="file"; filename="cv.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n`;
  return post(apiPaths.applications, multipart, `${start}${'x'.repeat(bytes)}\r\n--b--\r\n`);
}

/** Splits a body into pieces, so that the rate is even. */
function pieces(whole: Buffer): Buffer[] {
  const size = 64 * KB;
  return Array.from({ length: Math.ceil(whole.length / size) }, (_, n) => whole.subarray(n * size, (n + 1) * size));
}

function* chunks(size: number, count: number): Iterable<string> {
  yield head('POST', formPath, [type(json), 'Transfer-Encoding: chunked']);
  const chunk = `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`;
  const together = Math.max(1, Math.floor((16 * KB) / chunk.length));
  for (let n = 0; n < count; n += together) yield chunk.repeat(together);
}

function* dribble(begin: string, more: string): Iterable<string> {
  yield begin;
  for (;;) yield more;
}
