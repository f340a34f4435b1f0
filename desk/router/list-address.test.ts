import { expect, test } from 'vitest';
import { listAddress, rememberList, viewAddress } from './list-address.ts';

test('from a page of a list one comes back to the list as it was, and from elsewhere to the whole of it', () => {
  expect(listAddress('/list-of-test')).toBe('/list-of-test');
  rememberList('/list-of-test', '?view=mine&state=won');
  expect(listAddress('/list-of-test')).toBe('/list-of-test?view=mine&state=won');
  expect(viewAddress('/list-of-test', '/list-of-test/0199')).toBe('/list-of-test?view=mine&state=won');
  for (const at of ['/list-of-test', '/overview', '/list-of-test-2'])
    expect([at, viewAddress('/list-of-test', at)]).toEqual([at, '/list-of-test']);
});
