import { expect, test } from 'vitest';
import { linkPaths } from '../../contract/api.ts';
import { companyName } from '../../contract/company.ts';
import { freshStore } from '../store/store.testing.ts';
import { testApp } from '../testing/app.testing.ts';
import { createLineLimit } from './problem.ts';

/** A token in the form that mails contain. Only the store could say whose it is. */
const TOKEN = `0198b2c4-0000-7000-8000-000000000000.0.${'A'.repeat(43)}`;

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

test.each([
  ['GET', `${linkPaths.unsubscribe}?token=${TOKEN}`, 503, 'the link stays good'],
  ['GET', `${linkPaths.talentPool}?token=${TOKEN}`, 503, 'the link stays good'],
  ['POST', `${linkPaths.newsletter}?token=${TOKEN}`, 503, 'the link stays good'],
  ['POST', '/verify', 415, 'Send this as'],
  ['PUT', '/contacts', 405, 'home page'],
] as const)('what is refused a browser is told in a page of ours, and a program in JSON: %s %s', async (method, url, status, words) => {
  const store = await freshStore();
  const { app } = await testApp(store);
  await store.close();
  const [payload, type] = url === '/verify' ? ['x', 'text/plain'] : ['token=x', 'application/x-www-form-urlencoded'];
  const send = (headers: Record<string, string>) =>
    app.inject({
      method,
      url,
      ...(method === 'POST' && { payload }),
      headers: { ...headers, ...(method === 'POST' && { 'content-type': type }) },
    });
  const page = await send(browser);
  expect([page.statusCode, page.headers['content-type'], page.headers['cache-control']]).toEqual([
    status,
    'text/html; charset=utf-8',
    'no-store',
  ]);
  expect(page.body).toContain(words);
  expect(page.body).toContain(companyName);
  expect(page.body.length).toBeLessThan(2048);
  const answer = await send({});
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'application/problem+json; charset=utf-8']);
  expect(answer.headers['retry-after']).toBe(page.headers['retry-after']);
});

test('of lines without end so many a minute are written, and how many were not', () => {
  let at = 0;
  const written: object[] = [];
  const limit = createLineLimit(3, () => at);
  for (let n = 0; n < 10; n += 1) limit((more) => written.push(more));
  expect(written).toEqual([{}, {}, {}]);
  at = 60_000;
  for (let n = 0; n < 2; n += 1) limit((more) => written.push(more));
  expect(written.slice(3)).toEqual([{ unwritten: 7 }, {}]);
});
