import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { discard, startServer, type RunningServer } from '../fixtures/server.ts';
import { ask, type ServerAnswer } from './client.ts';
import { demoRequest, formPath, press, tokenIn } from './demo-form.ts';
import { folderInbox } from './inbox.ts';
import { rawAnswer } from './raw-connection.ts';
import { until } from './wait-until.ts';

let server: RunningServer;
let token: string;

// PUBLIC_URL with https, as behind a proxy with TLS.
beforeAll(async () => {
  server = await startServer({ env: { PUBLIC_URL: 'https://www.example.com', LOG_LEVEL: 'trace' } });
  await ask(server.url, 'POST', formPath, JSON.stringify(demoRequest('h@visitors.example')), json);
  const inbox = folderInbox(server.dataDir);
  token = await until('the link', async () => tokenIn((await inbox.fresh())[0]?.text ?? ''));
});

afterAll(async () => discard(server));

type Kind = [what: string, status: number, ask: () => Promise<ServerAnswer>];

const kinds: Kind[] = [
  ['a page', 200, () => get('/')],
  ['a page that did not change', 304, async () => get('/', { 'if-none-match': (await get('/')).headers.etag! })],
  ['a page, compressed', 200, () => get('/', { 'accept-encoding': 'br' })],
  ['the head of a page', 200, () => ask(server.url, 'HEAD', '/')],
  ['a script', 200, async () => get(/\/assets\/[\w.-]+\.js/.exec((await get('/')).text)![0])],
  ['a font', 200, async () => get(/\/assets\/[\w.-]+\.woff2/.exec((await get('/')).text)![0])],
  ['an icon', 200, () => get('/favicon.svg')],
  ['an unknown page', 404, () => get('/nowhere')],
  ['an unknown address of the API', 404, () => get('/nowhere', { accept: 'application/json' })],
  ['an unknown thing that was sent', 404, () => ask(server.url, 'POST', '/nowhere', '{}', json)],
  ['a method that a page does not have', 405, () => ask(server.url, 'DELETE', '/')],
  ['a lead that was taken', 201, () => ask(server.url, 'POST', formPath, JSON.stringify(demoRequest('h2@visitors.example')), json)],
  ['a lead that was refused', 422, () => ask(server.url, 'POST', formPath, '{}', json)],
  ['malformed JSON', 400, () => ask(server.url, 'POST', formPath, '{', json)],
  ['too much', 413, () => ask(server.url, 'POST', formPath, JSON.stringify({ a: 'x'.repeat(70_000) }), json)],
  ['another type', 415, () => ask(server.url, 'POST', formPath, 'x', { 'content-type': 'text/xml' })],
  ['half an escape', 400, () => get('/%zz')],
  ['no HTTP', 400, () => rawAnswer(server.url, 'hello\r\n\r\n')],
  ['a request for no host', 400, () => rawAnswer(server.url, 'GET / HTTP/1.1\r\n\r\n')],
  ['an expectation of nobody’s', 417, () => rawAnswer(server.url, 'GET / HTTP/1.1\r\nHost: x\r\nExpect: banana\r\n\r\n')],
  ['headers without end', 431, () => rawAnswer(server.url, `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`)],
  ['liveness', 200, () => get('/healthz')],
  ['readiness', 200, () => get('/readyz')],
  ['readiness for forms', 200, () => get('/readyz/forms')],
  ['the API document', 200, () => get('/openapi.json')],
];

/** Order matters: the second to last uses up the link. */
const tokenKinds: Kind[] = [
  ['the page of a link', 200, () => get(`/verify?token=${token}`)],
  ['its head', 200, () => ask(server.url, 'HEAD', `/verify?token=${token}`)],
  ['the page of a link that nobody knows', 404, () => get(`/verify?token=${'x'.repeat(43)}`)],
  ['the page of no link', 404, () => get('/verify')],
  ['a tampered token', 404, () => ask(server.url, ...press(`${token}"><script>`))],
  ['the word that a fresh link was sent', 200, () => get('/verify/sent')],
  ['the way to it', 303, () => ask(server.url, 'POST', '/verify/resend', 'email=nobody%40visitors.example', urlencoded)],
  ['the button', 303, () => ask(server.url, ...press(token))],
  ['the page of a link that was used', 200, () => get(`/verify?token=${token}`)],
];

describe('the headers of', () => {
  test.each([...kinds, ...tokenKinds])('%s', async (kind, status, answerOf) => {
    const answer = await answerOf();
    expect(answer.status).toBe(status);
    const { headers } = answer;
    const policy = directives(String(headers['content-security-policy']));
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('script-src') ?? policy.get('default-src')).not.toMatch(/unsafe|\*|(^|\s)(https?|data):/);
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('base-uri')).toBe("'none'");
    if (policy.has('require-trusted-types-for')) expect(policy.get('trusted-types')).toMatch(/^('none'|default pdf-worker services)$/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toMatch(/^(strict-origin-when-cross-origin|no-referrer)$/);
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers['strict-transport-security']).toMatch(/max-age=\d{7,}/);
    expect(Object.keys(headers).filter((name) => ['server', 'x-powered-by', 'access-control-allow-origin'].includes(name))).toEqual([]);
    // The only cookie without consent: the id of this browser's request, sent to the confirmation page only.
    const sent = kind === 'a lead that was taken' ? [expect.stringMatching(/^[^;]+; Path=\/verify;.*HttpOnly/) as string] : [];
    expect([headers['set-cookie'] ?? []].flat()).toEqual(sent);
  });

  test('a server: HSTS only where there is TLS', async () => {
    const plain = await startServer({ env: { PUBLIC_URL: 'http://localhost' } });
    const of = async ({ url }: RunningServer) => (await ask(url, 'GET', '/')).headers['strict-transport-security'];
    expect([await of(plain), await of(server)]).toEqual([undefined, 'max-age=63072000; includeSubDomains']);
    await discard(plain);
  });
});

describe('pages that carry a token', () => {
  test.each(tokenKinds.filter(([what]) => what !== 'the button'))(
    '%s: kept by nobody, indexed by nobody, their address told to nobody',
    async (_, status, answerOf) => {
      const { headers } = await answerOf();
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['referrer-policy']).toBe('no-referrer');
      if (status !== 303) expect(headers['x-robots-tag']).toBe('noindex');
    },
  );

  test('have no script and send their form nowhere else', async () => {
    const { text, headers } = await get(`/verify?token=${'x'.repeat(43)}`);
    expect(text).not.toMatch(/<script|\son\w+=/);
    expect(directives(String(headers['content-security-policy'])).get('form-action')).toBe("'self'");
  });

  test('and their tokens are in no log', () => {
    expect(server.output()).not.toContain(token);
    expect(server.output()).not.toContain('h@visitors.example');
  });
});

const json = { 'content-type': 'application/json' };
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };

function get(path: string, headers?: Record<string, string>): Promise<ServerAnswer> {
  return ask(server.url, 'GET', path, undefined, headers);
}

function directives(policy: string): Map<string, string> {
  return new Map(
    policy.split(';').map((part) => {
      const [name = '', ...values] = part.trim().split(' ');
      return [name, values.join(' ')];
    }),
  );
}
