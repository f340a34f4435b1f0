import { SEEN_PATH } from '../../contract/page-view.ts';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, FastifyRequest, InjectOptions, RouteOptions } from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createApp } from '../compose/app.ts';
import { createDesk } from '../compose/desk-app.ts';
import { refuseTooMany, type Limits } from '../http/rate-limits.ts';
import { freshStore } from '../store/store.testing.ts';
import { testApp } from '../testing/app.testing.ts';

const BROWSER = 'text/html,application/xhtml+xml';
const MARK = 'Zxqv';
const LONG = 512 * 1024;

/** Bodies that take longest to read: many fields, text that is longest in HTML, and nested lists. */
const bodies: readonly (readonly [type: string, payload: string])[] = [
  ['application/x-www-form-urlencoded', Array.from({ length: 60_000 }, (_, n) => `${MARK}${n}=`).join('&')],
  ['application/x-www-form-urlencoded', `message=${MARK}${'"'.repeat(LONG)}`],
  ['multipart/form-data; boundary=b', `--b\r\nContent-Disposition: form-data; name="message"\r\n\r\n${MARK.repeat(LONG / 4)}\r\n--b--\r\n`],
  ['application/json', `${'['.repeat(LONG / 2)}"${MARK}"${']'.repeat(LONG / 2)}`],
];

type Route = { method: string; url: string };

/** The site and the desk with everything that settings switch on; `reached` contains the requests whose bodies were read. */
async function setUp(limits: (reached: WeakSet<FastifyRequest>) => Limits) {
  const reached = new WeakSet<FastifyRequest>();
  const read: string[] = [];
  const store = await freshStore();
  const settings = { BOUNCE_SECRET: 's'.repeat(32), CALENDAR_WEBHOOK_SECRET: 's'.repeat(32) };
  const { context } = await testApp(store, settings);
  const made = async (create: () => Promise<FastifyInstance>) => {
    const routes: Route[] = [];
    const watch = (message: unknown) => {
      const { fastify } = message as { fastify: FastifyInstance };
      fastify.addHook(
        'onRoute',
        ({ method, url }: RouteOptions) => void routes.push(...[method].flat().map((one) => ({ method: one, url }))),
      );
      fastify.addHook('preParsing', async (request) => {
        reached.add(request);
        read.push(`${request.method} ${request.url}`);
      });
    };
    subscribe('fastify.initialization', watch);
    const app = await create().finally(() => unsubscribe('fastify.initialization', watch));
    onTestFinished(() => app.close());
    return { app, routes };
  };
  const all = { ...context, limits: limits(reached) };
  const { host, origin } = new URL(context.settings.DESK_URL);
  return {
    site: await made(() => createApp(all)),
    desk: await made(() => createDesk(all)),
    /** The requests since the last call whose bodies were read. */
    read: () => read.splice(0),
    own: { host, origin },
  };
}

const open = () => () => async () => undefined;

function pathOf({ url }: Route): string {
  return url.replace(':product', 'www').replaceAll(/:\w+|\*/g, 'x');
}

describe('a request that is refused for being too many', () => {
  test('is refused before its body on every route of both listeners that has a limit, in few words, and repeats nothing', async () => {
    const asked: boolean[] = [];
    const { site, desk, read, own } = await setUp((reached) => () => async (request, reply) => {
      asked.push(reached.has(request));
      return refuseTooMany(request, reply, 60);
    });
    const unlimited: string[] = [];
    for (const { app, routes } of [site, desk]) {
      for (const route of routes.filter(({ method }) => method === 'POST')) {
        for (const [at, [type, payload]] of bodies.entries()) {
          const accept = at % 2 === 0 ? BROWSER : '*/*';
          const answer = await send(app, { ...route, url: pathOf(route) }, { payload, headers: { ...own, accept, 'content-type': type } });
          const came = read();
          if (answer.statusCode === 401) expect(came).toEqual([]);
          else if (answer.statusCode !== 429) unlimited.push(route.url);
          else {
            expect(came).toEqual([]);
            expect(answer.headers['retry-after']).toBe('60');
            expect(answer.headers['content-type']).toContain(accept === BROWSER ? 'text/html' : 'application/problem+json');
            expect(answer.body).not.toContain(MARK);
            expect(answer.body.length).toBeLessThan(2048);
          }
        }
      }
      for (const route of routes.filter(({ method }) => method === 'GET'))
        await send(app, { ...route, url: pathOf(route) }, { headers: own });
      read();
    }
    // Page views have limits of their own, in each server's memory (server/work/overview/page-views.ts).
    expect([...new Set(unlimited)]).toEqual([SEEN_PATH]);
    expect(asked.length).toBeGreaterThan(100);
    expect(asked).not.toContain(true);
  }, 60_000);

  test.each([
    [
      'POST',
      'Nothing was sent, as too many requests came from your network. Please wait 2 minutes. Then go back: what you typed is still in your browser, and you can send it again.',
    ],
    ['GET', 'Too many requests came from your network. Please wait 2 minutes, and reload this page.'],
  ] as const)('is told so in words by a page: %s', async (method, words) => {
    const { site } = await setUp(() => () => async (request, reply) => refuseTooMany(request, reply, 120));
    const answer = await send(site.app, { method, url: '/verify' }, { headers: { accept: BROWSER } });
    expect([answer.statusCode, answer.headers['cache-control'], answer.headers['retry-after']]).toEqual([429, 'no-store', '120']);
    expect(answer.body).toContain(`<p>${words}</p>`);
  });
});

describe('what there is not, and who may not', () => {
  test.each([
    '/nosuch/reports',
    '/nosuch/forms/home_bad',
    '/www/forms/no%20name',
    '/nosuch',
    '/contacts',
    '/about',
    '/healthz',
    '/hooks/bounces',
    '/hooks/calendar',
  ])('is told before a body is read: POST %s', async (url) => {
    const { site, read } = await setUp(open);
    for (const [type, payload] of bodies) {
      const answer = await send(site.app, { method: 'POST', url }, { payload, headers: { 'content-type': type } });
      expect([401, 404, 405]).toContain(answer.statusCode);
      expect(answer.body.length).toBeLessThan(512);
    }
    expect(read()).toEqual([]);
  });

  test.each(['PUT', 'PATCH', 'DELETE'] as const)('nor is that of a method that nothing has: %s', async (method) => {
    const { site, desk, read, own } = await setUp(open);
    for (const { app, routes } of [site, desk]) {
      for (const route of routes) {
        const answer = await send(
          app,
          { method, url: pathOf(route) },
          { payload: bodies[0]![1], headers: { ...own, 'content-type': bodies[0]![0] } },
        );
        expect([404, 405]).toContain(answer.statusCode);
      }
    }
    expect(read()).toEqual([]);
  });

  test('nor what somebody sends to the desk without a sign-in, from another page or to another name', async () => {
    const { desk, read, own } = await setUp(open);
    const calls = desk.routes.filter(({ method, url }) => method === 'POST' && url.startsWith('/api/') && !url.includes('passkey'));
    expect(calls.length).toBeGreaterThan(40);
    for (const route of calls) {
      for (const [headers, status] of [
        [own, 401],
        [{ ...own, origin: 'https://evil.example' }, 403],
        [{ ...own, host: 'evil.example' }, 421],
      ] as const) {
        const answer = await send(
          desk.app,
          { ...route, url: pathOf(route) },
          { payload: bodies[3]![1], headers: { ...headers, 'content-type': bodies[3]![0] } },
        );
        expect([route.url, answer.statusCode]).toEqual([route.url, status]);
      }
    }
    expect(read()).toEqual([]);
  });

  test('nor what a page of another site sends', async () => {
    const { site, read } = await setUp(open);
    for (const route of site.routes.filter(({ method }) => method === 'POST')) {
      const answer = await send(
        site.app,
        { ...route, url: pathOf(route) },
        { payload: bodies[1]![1], headers: { 'content-type': bodies[1]![0], 'sec-fetch-site': 'cross-site' } },
      );
      expect(answer.statusCode).toBe(403);
    }
    expect(read()).toEqual([]);
  });
});

function send(app: FastifyInstance, { method, url }: Route, options: Pick<InjectOptions, 'payload' | 'headers'>) {
  return app.inject({ method: method as 'POST', url, ...options });
}
