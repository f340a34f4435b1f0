import { expect, test } from 'vitest';
import { freshStore } from '../store/store.testing.ts';
import { testApp } from '../testing/app.testing.ts';

test.each([
  ['', 'https://site.example/contacts'],
  ['security@site.example', 'mailto:security@site.example'],
  ['https://site.example/report', 'https://site.example/report'],
])('security.txt names SECURITY_CONTACT=%s as %s, and when it expires', async (SECURITY_CONTACT, contact) => {
  const { app, context } = await testApp(await freshStore(), { PUBLIC_URL: 'https://site.example', SECURITY_CONTACT });
  const answer = await app.inject('/.well-known/security.txt');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const fields = new Map(
    answer.body
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/, 2) as [string, string]),
  );
  expect(fields.get('Contact')).toBe(contact);
  expect(fields.get('Canonical')).toBe('https://site.example/.well-known/security.txt');
  const days = (Date.parse(fields.get('Expires')!) - context.builtAt) / 86_400_000;
  expect(days).toBe(364);
});
