import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { freshStore } from '../store/store.testing.ts';
import { testApp } from '../testing/app.testing.ts';
import { healthRoutes } from './health.ts';

test('told to stop, the server is not ready at once, serves on, and keeps no connection', async () => {
  const { app, draining } = await testApp(await freshStore());
  const ready = await app.inject('/readyz');
  expect([ready.statusCode, ready.headers.connection]).toEqual([200, 'keep-alive']);
  draining.abort();
  // Within the second for which a successful check is cached.
  const answers = await Promise.all(['/readyz', '/readyz/forms', '/healthz', '/', '/nowhere'].map((path) => app.inject(path)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 200, 200, 404]);
  for (const answer of answers.slice(0, 2)) expect(answer.json()).toMatchObject({ detail: 'Not ready: stopping.' });
  expect(new Set(answers.map(({ headers }) => headers.connection))).toEqual(new Set(['close']));
});

test('a server whose start is not over gets no visitors', async () => {
  const { app, context } = await testApp(await freshStore());
  const early = Fastify();
  healthRoutes(early, { ...context, started: () => false });
  const answer = await early.inject('/readyz');
  expect([answer.statusCode, answer.json()]).toEqual([503, expect.objectContaining({ detail: 'Not ready: starting.' })]);
  expect((await app.inject('/readyz')).statusCode).toBe(200);
});

test('a visitor who comes by way of a proxy does not read whether the server is ready, however it is spelt', async () => {
  const { app } = await testApp(await freshStore());
  for (const url of ['/readyz', '/readyz/', '/%72eadyz', '/readyz/forms', '/readyz/forms/']) {
    const answers = [{}, { 'x-forwarded-for': '192.0.2.1' }].map((headers) => app.inject({ url, headers }));
    expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 404]);
  }
});
