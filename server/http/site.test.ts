import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { partMarks, placeholders } from '../../contract/placeholders.ts';
import { compressed } from './resource.ts';
import { loadSite, sendPrivatePage, serveSite, type Site } from './site.ts';

const conditional = (['with', 'without'] as const)
  .flatMap((when) => (['tags', 'marketing'] as const).map((setting) => ({ when, setting, ...partMarks(when, setting) })))
  .map(({ when, setting, begin, end }) => `${begin}<p>${when} ${setting}</p>${end}`)
  .join('');

const script = 'let text = "…";'.repeat(500);

let now = Date.UTC(2026, 10, 20, 23, 59);
let folder: string;
let site: Site;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-'));
  await mkdir(join(folder, 'site/assets'), { recursive: true });
  await writeFile(
    join(folder, 'site/index.html'),
    `<link rel="canonical" href="https://site.invalid/">${'text '.repeat(200)}${conditional}`,
  );
  const squares = Array.from({ length: 2000 }, (_, i) => `<p class="row">${i} times ${i} is ${i * i}</p>`);
  await writeFile(join(folder, 'site/contacts.html'), squares.join(''));
  await writeFile(join(folder, 'site/404.html'), '404: Page not found');
  await writeFile(join(folder, 'site/assets/a.woff2'), Buffer.from([1, 2, 3]));
  await writeFile(join(folder, 'site/robots.txt'), 'Sitemap: https://site.invalid/sitemap.xml');
  await writeFile(join(folder, 'site/site.webmanifest'), '{}');
  const csp = "default-src 'self'; connect-src 'self' https://site.invalid";
  await mkdir(join(folder, 'site/jobs'));
  await writeFile(join(folder, 'site/jobs.html'), 'no position');
  for (const name of ['a', 'b']) await writeFile(join(folder, `site/jobs/${name}.html`), `position ${name}`);
  const pages = {
    '/': { file: 'index.html', status: 200, csp },
    '/contacts': { file: 'contacts.html', status: 200, csp },
    '/jobs': { file: 'jobs.html', status: 200, csp },
    '/jobs?position=a': { file: 'jobs/a.html', status: 200, csp },
    '/jobs?position=b': { file: 'jobs/b.html', status: 200, csp, until: '2026-11-20' },
    '/contacts/refused': { file: '404.html', status: 200, csp },
    '404': { file: '404.html', status: 404, csp },
  };
  await mkdir(join(folder, 'former/assets'), { recursive: true });
  await writeFile(join(folder, 'former/assets/old.js'), 'import("./older.js")');
  await writeFile(join(folder, 'site/assets/app.js'), script);
  await writeFile(join(folder, 'site/assets/app.js.br'), brotliCompressSync(script));
  await writeFile(join(folder, 'site/assets/app.js.gz'), gzipSync(script));
  await writeFile(join(folder, 'site/assets/moved.svg'), '<svg/>');
  const assets = ['/assets/a.woff2', '/assets/app.js', '/assets/moved.svg', '/assets/late.svg', '/robots.txt', '/site.webmanifest'];
  await writeFile(join(folder, 'site.json'), JSON.stringify({ pages, assets, former: ['/assets/old.js'] }));
  site = loadSite(
    folder,
    { [placeholders.origin]: 'https://a.example', [placeholders.tags]: 'GTM-ABC1234', [placeholders.marketing]: '' },
    { 'x-content-type-options': 'nosniff' },
  );
  app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  serveSite(app, site, { now: () => now });
  app.get('/private-long', (_request, reply) => sendPrivatePage(reply, site.notFound, 200, { found: 'what was typed '.repeat(500) }));
  app.get('/private', (_request, reply) => sendPrivatePage(reply, site.notFound, 410, { found: '<b>' }));
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

describe('a page', () => {
  test('carries its settings, its policy and its headers', async () => {
    const answer = await app.inject('/');
    expect(answer.body).toContain('href="https://a.example/"');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['content-security-policy']).toContain('https://a.example');
  });

  test('keeps of its parts those that hold with the settings', async () => {
    const { body } = await app.inject('/');
    expect(body.slice(body.indexOf('<p>'))).toBe('<p>with tags</p><p>without marketing</p>');
  });

  test('has a manifest beside it, of its own type', async () => {
    const answer = await app.inject('/site.webmanifest');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/manifest+json']);
  });

  test.each([
    ['br', 'br, gzip', (body: Buffer) => brotliDecompressSync(body)],
    ['gzip', 'gzip;q=1, br;q=0', (body: Buffer) => gunzipSync(body)],
    [undefined, 'identity', (body: Buffer) => body],
  ])('is sent as %s to who accepts %s', async (encoding, accepted, decode) => {
    const answer = await app.inject({ url: '/', headers: { 'accept-encoding': accepted } });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers.vary).toBe('accept-encoding');
    expect(decode(answer.rawPayload).toString()).toContain('text text');
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
  });

  test('is compressed when somebody asks for it, not at the start', async () => {
    const { pages } = loadSite(folder, {}, {});
    const fresh = Fastify();
    onTestFinished(() => fresh.close());
    serveSite(fresh, { pages, assets: new Map(), notFound: pages.get('/')! });
    const sizes = () => ['/', '/contacts'].map((path) => pages.get(path)!.br?.length);
    expect(sizes()).toEqual([undefined, undefined]);
    const answers = await Promise.all(
      ['br', 'gzip', 'br'].map((accepted) => fresh.inject({ url: '/contacts', headers: { 'accept-encoding': accepted } })),
    );
    expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', 'br']);
    expect(answers[0]!.rawPayload).toEqual(answers[2]!.rawPayload);
    expect(sizes()).toEqual([undefined, expect.any(Number)]);
  });

  test('is smaller for those who ask later', async () => {
    const ask = () => app.inject({ url: '/contacts', headers: { 'accept-encoding': 'br' } });
    const first = await ask();
    const later = await vi.waitFor(
      async () => {
        const answer = await ask();
        expect(answer.rawPayload.length).toBeLessThan(first.rawPayload.length);
        return answer;
      },
      { timeout: 60_000, interval: 50 },
    );
    expect(Number(later.headers['content-length'])).toBe(later.rawPayload.length);
    expect(brotliDecompressSync(later.rawPayload)).toEqual(brotliDecompressSync(first.rawPayload));
    expect(later.headers.etag).toBe(first.headers.etag);
  });

  test('is as small before anybody asks, some time after the start', async () => {
    const { pages } = loadSite(folder, {}, {});
    const fresh = Fastify();
    onTestFinished(() => fresh.close());
    serveSite(fresh, { pages, assets: new Map(), notFound: pages.get('/')! }, { ahead: 0 });
    await fresh.listen({ port: 0, host: '127.0.0.1' });
    const quick = await compressed(pages.get('/contacts')!.body, { brotli: 9, gzip: 9 });
    await vi.waitFor(() => expect(pages.get('/contacts')!.br?.length).toBeLessThan(quick.br.length), { timeout: 60_000 });
  });

  test('that did not change is 304', async () => {
    const { etag } = (await app.inject('/')).headers;
    const answer = await app.inject({ url: '/', headers: { 'if-none-match': `W/"x", ${String(etag)}` } });
    expect([answer.statusCode, answer.body]).toEqual([304, '']);
  });

  test('that did not change has the headers that caches need, with the answer’s Vary', async () => {
    const whole = (await app.inject({ url: '/contacts', headers: { 'accept-encoding': 'br' } })).headers;
    const answer = await app.inject({ url: '/contacts', headers: { 'accept-encoding': 'br', 'if-none-match': String(whole.etag) } });
    expect([answer.statusCode, whole.vary]).toEqual([304, 'accept-encoding']);
    for (const name of ['cache-control', 'etag', 'vary']) expect(answer.headers[name]).toBe(whole[name]);
    expect(answer.headers).not.toHaveProperty('content-length');
    expect(answer.headers).not.toHaveProperty('content-encoding');
  });

  test('asked for by HEAD has headers and no body', async () => {
    const answer = await app.inject({ method: 'HEAD', url: '/' });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(1000);
  });

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('made for one request is compressed, by %s', async (encoding, decompress) => {
    const plain = await app.inject('/private-long');
    expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'accept-encoding']);
    const answer = await app.inject({ url: '/private-long', headers: { 'accept-encoding': encoding } });
    expect([answer.headers['content-encoding'], answer.headers['cache-control']]).toEqual([encoding, 'no-store']);
    expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 10);
    expect(decompress(answer.rawPayload).toString()).toBe(plain.body);
  });

  test('that belongs to one request is kept by nobody, its values as text', async () => {
    const answer = await app.inject('/private');
    expect([answer.statusCode, answer.body]).toEqual([410, '404: Page not &#60;b&#62;']);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('a script that the build compressed', () => {
  test.each([
    ['br', 'br, gzip', (body: Buffer) => brotliDecompressSync(body)],
    ['gzip', 'gzip', (body: Buffer) => gunzipSync(body)],
    [undefined, 'identity', (body: Buffer) => body],
  ])('is sent as %s to who accepts %s, the same to everybody', async (encoding, accepted, decode) => {
    const answers = await Promise.all([1, 2].map(() => app.inject({ url: '/assets/app.js', headers: { 'accept-encoding': accepted } })));
    for (const { headers, rawPayload } of answers) {
      expect([headers['content-encoding'], headers.vary, headers['content-length']]).toEqual([
        encoding,
        'accept-encoding',
        String(rawPayload.length),
      ]);
      expect(decode(rawPayload).toString()).toBe(script);
    }
  });

  test('is in memory as it was compressed, and as it is while somebody is sent that', () => {
    const file = site.assets.get('/assets/app.js')!();
    expect(Object.getOwnPropertyDescriptor(file, 'body')).toHaveProperty('get');
    expect(file.body).toBe(file.body);
  });
});

describe('one of several pages at a path', () => {
  test.each([
    ['/jobs?position=a', 'position a'],
    ['/jobs?utm_source=x&position=a&y', 'position a'],
    ['/jobs/?position=a', 'position a'],
    ['/jobs?position=b', 'position b'],
    ['/jobs?position=c', 'no position'],
    ['/jobs?position=', 'no position'],
    ['/jobs?position=%E0%A4', 'no position'],
    ['/jobs', 'no position'],
    ['/?position=a', 'text'],
  ])('%s is %s', async (url, text) => {
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining(text)]);
  });

  test('is shown until its last day is over', async () => {
    now += 60_000;
    expect((await app.inject('/jobs?position=b')).body).toBe('no position');
    expect((await app.inject('/jobs?position=a')).body).toBe('position a');
  });
});

test('a page that is an answer is not to be asked for', async () => {
  expect((await app.inject('/contacts/refused')).statusCode).toBe(404);
});

test.each(['/assets/none.woff2', '/assets/', '/assets/..%2Frobots.txt'])('%s is no file of a folder that has some', async (url) => {
  expect((await app.inject(url)).statusCode).toBe(404);
});

test('a page is filled in when it is first looked at', () => {
  const page = loadSite(folder, {}, {}).pages.get('/contacts')!;
  expect(page.unfilled?.includes('7 times 7 is 49')).toBe(true);
  expect(page.body.includes('7 times 7 is 49')).toBe(true);
  expect(page.unfilled).toBeUndefined();
});

test('a file that a build has moved meanwhile is served all the same; one that cannot be read fails by itself, and is read later', async () => {
  await rename(join(folder, 'site/assets/moved.svg'), join(folder, 'former/assets/moved.svg'));
  expect((await app.inject('/assets/moved.svg')).body).toBe('<svg/>');
  expect((await app.inject('/assets/late.svg')).statusCode).toBe(500);
  await writeFile(join(folder, 'site/assets/late.svg'), '<svg/>');
  expect((await app.inject('/assets/late.svg')).statusCode).toBe(200);
});

test('a hashed asset is kept for ever, another for an hour; the build before’s are served; texts carry settings', async () => {
  expect((await app.inject('/assets/a.woff2')).headers).toMatchObject({
    'content-type': 'font/woff2',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect((await app.inject('/assets/old.js')).body).toBe('import("./older.js")');
  const robots = await app.inject('/robots.txt');
  expect(robots.headers['cache-control']).toBe('public, max-age=3600');
  expect(robots.body).toContain('https://a.example/sitemap.xml');
});
