import { expect, test } from 'vitest';
import { latestJsonResource } from './resource.ts';

test('a document that is made anew is compressed once, until it differs', async () => {
  const resourceOf = latestJsonResource();
  const document = (name: string) => Array.from({ length: 200 }, (_, n) => ({ n, name }));
  const first = await resourceOf(document('one'));
  expect(await resourceOf(document('one'))).toBe(first);
  const other = await resourceOf(document('other'));
  expect(other.etag).not.toBe(first.etag);
  expect(JSON.parse(other.body.toString())).toEqual(document('other'));
});
