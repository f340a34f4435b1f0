import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { latestJsonResource, rareJsonResource, recentJsonResources } from './resource.ts';

test('a document that is made anew is compressed once, until it differs', async () => {
  const resourceOf = latestJsonResource();
  const document = (name: string) => Array.from({ length: 200 }, (_, n) => ({ n, name }));
  const first = await resourceOf(document('one'));
  expect(await resourceOf(document('one'))).toBe(first);
  const other = await resourceOf(document('other'));
  expect(other.etag).not.toBe(first.etag);
  expect(JSON.parse(other.body.toString())).toEqual(document('other'));
});

const text = JSON.stringify(Array.from({ length: 300 }, (_, n) => n * n));

test('what perhaps nobody asks for again is compressed for its first reader alone, and from the second on for all', async () => {
  const resourceFor = rareJsonResource(text);
  const first = await resourceFor('gzip');
  expect(gunzipSync(first.gzip!).toString()).toBe(text);
  expect([first.br, first.headers.vary]).toEqual([undefined, 'accept-encoding']);
  const [second, third] = [await resourceFor('gzip'), await resourceFor(undefined)];
  expect(second).toBe(third);
  expect(brotliDecompressSync(second.br!).toString()).toBe(text);
  expect(second.gzip!.length).toBeLessThan(first.gzip!.length);
  expect(second.etag).toBe(first.etag);
  expect(brotliDecompressSync((await rareJsonResource(text)('gzip, br')).br!).toString()).toBe(text);
  const whole = await rareJsonResource(text)('identity');
  expect([whole.br, whole.gzip, whole.body.toString()]).toEqual([undefined, undefined, text]);
  const short = await rareJsonResource('[]')('br');
  expect([short.br, short.headers.vary]).toEqual([undefined, undefined]);
});

test('of documents that are made anew the recent ones are kept, however many others there are', async () => {
  const resourceOf = recentJsonResources(2);
  const often = resourceOf(['often']);
  for (let n = 0; n < 5; n += 1) {
    resourceOf([n]);
    expect(resourceOf(['often'])).toBe(often);
  }
  resourceOf([1]);
  resourceOf([2]);
  expect(resourceOf(['often'])).not.toBe(often);
});
