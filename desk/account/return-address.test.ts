import { expect, test } from 'vitest';
import { readReturn } from './return-address.ts';

const now = 1_800_000_000_000;
const stored = (address: unknown, at: unknown = now - 60_000) => JSON.stringify({ address, at });

test('whoever signed in comes back to where they were', () => {
  expect(readReturn(stored('/leads/0199?view=mine'), now)).toBe('/leads/0199?view=mine');
  expect(readReturn(null, now)).toBeUndefined();
});

test('not to what is old, or no address of the desk', () => {
  expect(readReturn(stored('/leads', now - 3_600_000), now)).toBeUndefined();
  for (const address of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', 7, undefined])
    expect(readReturn(stored(address), now)).toBeUndefined();
});
