import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tabAfter } from './tab-keys.ts';

const tabs = ['all', 'content', 'network', 'data'];

it('goes round in both directions, and to both ends', () => {
  expect(tabAfter('ArrowRight', tabs, 3)).toBe('all');
  expect(tabAfter('ArrowLeft', tabs, 0)).toBe('data');
  expect(tabAfter('Home', tabs, 2)).toBe('all');
  expect(tabAfter('End', tabs, 2)).toBe('data');
  expect(tabAfter('Enter', tabs, 2)).toBeUndefined();
});

it('comes back by the opposite key', () => {
  fc.assert(
    fc.property(fc.constantFrom(...tabs.keys()), (from) => {
      expect(tabAfter('ArrowLeft', tabs, tabs.indexOf(tabAfter('ArrowRight', tabs, from) ?? ''))).toBe(tabs[from]);
    }),
  );
});
