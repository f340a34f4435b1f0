import { expect, describe, test } from 'vitest';
import { SENT_REQUEST_COOKIE } from '../../../contract/sent-request.ts';
import { testOnStores } from '../../store/store.testing.ts';
import { validBodies } from '../../testing/app.testing.ts';
import { addLeads } from '../../work/index/index.testing.ts';
import { setUpMailbox } from '../mailbox.testing.ts';

const ada = 'ada@example.com';
const HOUR = 3_600_000;

async function setUp() {
  const site = await setUpMailbox({}, { env: { RATE_LIMIT: 'off' } });
  const { app, look } = site;
  const send = (remoteAddress = '203.0.113.9') =>
    app.inject({ method: 'POST', url: '/cognitivepro/forms/home_bad', payload: { ...validBodies.bookademo, email: ada }, remoteAddress });
  return {
    ...site,
    send,
    flood: async (count: number, addressOf?: (n: number) => string) => {
      const ids = [];
      for (let n = 0; n < count; n += 1) ids.push((await send(addressOf?.(n))).json<{ id: string }>().id);
      return ids;
    },
    lookWith: (token: string, cookie: string, page = '') => app.inject({ url: `/verify?token=${token}${page}`, headers: { cookie } }),
    everyPage: async (token: string) => {
      const pages = [];
      for (let page = 1; page === 1 || pages.at(-1)!.includes('Show older requests'); page += 1)
        pages.push((await look(`${token}&page=${page}`)).body);
      return pages;
    },
  };
}

/** The requests that a page lists: whether each is ticked, its id and its note. */
function listed(html: string) {
  return [...html.matchAll(/<li>\[(.)\] (\S{36}) .*?(?:ago|just now) ?(.*?)<\/li>/g)].map(([, tick, id, note]) => ({ tick, id, note }));
}

describe('forms by the hundred in somebody’s name', () => {
  test('leave the owner’s own request first on the page in the browser that sent it', async () => {
    const { flood, send, pass, tokens, lookWith, press, statusOf, sent, store, context } = await setUp();
    await flood(60);
    const answer = await send();
    const own = answer.json<{ id: string }>().id;
    await flood(60);
    await pass(1000);
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toBe(
      `${SENT_REQUEST_COOKIE}=${own}; Path=/verify; HttpOnly; SameSite=Lax; Max-Age=${context.settings.LINK_HOURS * 3600}; Secure`,
    );
    const [token] = tokens(ada);
    const [first, second] = listed((await lookWith(token!, `a=b; ${cookie.split(';')[0]!}`)).body);
    expect(first).toEqual({ tick: 'x', id: own, note: 'Sent from this browser' });
    // The link was sent for a stranger's request, so that one is not ticked in advance.
    expect([second!.tick, second!.note]).toEqual([' ', '']);
    const shown = [own, second!.id!];
    expect((await press({ token: token!, shown, request: own, answer: 'picked' })).statusCode).toBe(303);
    expect(await Promise.all(shown.map(statusOf))).toEqual(['verified', 'unverified']);
    for (let hours = 0; hours < 24; hours += 1) await pass(HOUR);
    expect(sent.filter((mail) => mail.to.includes(ada) && /verify\?token/.test(mail.text)).length).toBeLessThanOrEqual(2);
    expect(await store.db.selectFrom('leads').select('id').where('status', '=', 'verified').execute()).toEqual([{ id: own }]);
  });

  test('are counted by where they came from, so that the owner’s own stands before them on any device', async () => {
    const { flood, send, pass, tokens, look, press, statusOf, historyOf } = await setUp();
    const forged = await flood(1);
    await pass(1000);
    forged.push(...(await flood(59)), ...(await flood(30, (n) => `2001:db8:7:${n}::1`)));
    const own = (await send('198.51.100.7')).json<{ id: string }>().id;
    forged.push(...(await flood(60, (n) => `203.0.113.${n}`)));
    const token = tokens(ada)[0]!;
    const shown = listed((await look(token)).body);
    expect(shown.map(({ id, note }) => [id, note])).toEqual([
      [forged[0], ''],
      [own, ''],
      [forged[89], ''],
      [forged[60], 'and 28 more like it'],
      [forged.at(-1), 'and 118 more like it'],
    ]);
    const ids = shown.map(({ id }) => id!);
    expect((await press({ token, shown: ids, request: own, answer: 'picked' })).statusCode).toBe(303);
    expect([await statusOf(own), await statusOf(forged[70]!)]).toEqual(['verified', 'unverified']);
    // Requests that were only counted with a shown one, not listed, get the same answer.
    expect(await historyOf(forged[70]!)).toContain('seen by the owner of the address, and not confirmed');
  });

  testOnStores('are all there to look through, page by page, and any of them can be confirmed', async () => {
    const { flood, pass, tokens, look, everyPage, press, statusOf } = await setUp();
    const ids = await flood(120);
    await pass(1000);
    const token = tokens(ada)[0]!;
    const short = (await look(token)).body;
    expect(short).toContain('Show all 120 requests, the newest first');
    const pages = await everyPage(token);
    const all = pages.map((page) => listed(page).map(({ id }) => id!));
    expect(all.map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(all.flat()).toEqual(ids.toReversed());
    const [own] = all[1]!;
    expect((await press({ token, shown: all[1]!, request: own!, answer: 'picked' })).statusCode).toBe(303);
    expect(await Promise.all([own!, all[1]![1]!, all[0]![0]!].map(statusOf))).toEqual(['verified', 'unverified', 'unverified']);
  });

  test('leave the request first that a link was sent for', async () => {
    const { flood, send, pass, tokens, look } = await setUp();
    const own = (await send()).json<{ id: string }>().id;
    await pass(1000);
    await flood(111);
    const [first] = listed((await look(tokens(ada)[0]!)).body);
    expect(first).toMatchObject({ tick: 'x', id: own });
  });

  test('by the thousand let its page be made some times a minute: each time costs what a thousand cost', async () => {
    const site = await setUpMailbox({}, { env: { RATE_LIMIT: 'on' } });
    for (const email of [ada, 'grace@example.net']) await site.request(email, 'demo', '203.0.113.7');
    await site.pass(1000);
    await addLeads(
      site.store,
      Array.from({ length: 500 }, () => ({ answers: { email: ada } })),
    );
    const [own, other] = [ada, 'grace@example.net'].map((email) => site.tokens(email)[0]!);
    const looks = [];
    for (let n = 0; n < 14; n += 1) looks.push(await site.look(own!));
    expect(looks.map(({ statusCode }) => statusCode)).toEqual([...new Array<number>(12).fill(200), 429, 429]);
    expect(Number(looks.at(-1)!.headers['retry-after'])).toBeGreaterThan(0);
    expect((await site.press({ token: own! })).statusCode).toBe(429);
    for (let n = 0; n < 14; n += 1) expect((await site.look(other!)).statusCode).toBe(200);
  });
});
