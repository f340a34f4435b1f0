import fc from 'fast-check';
import { expect, it } from 'vitest';
import { neighbour } from './tabs.tsx';

const tabs = ['all', 'content', 'network', 'data'].map((id) => ({ id, label: id }));
const id = fc.constantFrom(...tabs.map((tab) => tab.id));

it('goes round in both directions, and to both ends', () => {
  expect(neighbour('ArrowRight', tabs, 'data')?.id).toBe('all');
  expect(neighbour('ArrowLeft', tabs, 'all')?.id).toBe('data');
  expect(neighbour('Home', tabs, 'network')?.id).toBe('all');
  expect(neighbour('End', tabs, 'network')?.id).toBe('data');
  expect(neighbour('Enter', tabs, 'network')).toBeUndefined();
});

it('comes back by the opposite key', () => {
  fc.assert(
    fc.property(id, (from) => {
      expect(neighbour('ArrowLeft', tabs, neighbour('ArrowRight', tabs, from)!.id)?.id).toBe(from);
    }),
  );
});
