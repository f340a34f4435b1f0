import { expect, test } from 'vitest';
import { freshStore } from '../store/store.testing.ts';
import { testApp } from '../testing/app.testing.ts';

test('told to stop, the server is not ready at once, serves on, and keeps no connection', async () => {
  const { app, draining } = await testApp(await freshStore('sqlite'));
  const ready = await app.inject('/readyz');
  expect([ready.statusCode, ready.headers.connection]).toEqual([200, 'keep-alive']);
  draining.abort();
  // Within the second for which an answer that all is well counts.
  const answers = await Promise.all(['/readyz', '/healthz', '/', '/nowhere'].map((path) => app.inject(path)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 200, 200, 404]);
  expect(answers[0]!.json()).toMatchObject({ detail: 'Not ready: stopping.' });
  expect(new Set(answers.map(({ headers }) => headers.connection))).toEqual(new Set(['close']));
});
