import { expect, test } from 'vitest';
import { actionsAddress, actionsFrom, actionsInput } from './actions-asked.ts';

test.each([{}, { accountId: 'a1', action: 'lead opened' }, { subjectId: 'l1', from: '2026-11-01', to: '2026-11-02' }])(
  '%j is read from its address as it was written',
  (asked) => {
    expect(actionsFrom(new URL(actionsAddress(asked), 'http://desk').search)).toEqual(asked);
  },
);

test('what is no day is left out, and the last day is whole', () => {
  expect(actionsFrom(`?from=soon&to=2026-13-40&action=${'x'.repeat(65)}`)).toEqual({});
  const { since, until } = actionsInput({ from: '2026-11-02', to: '2026-11-02' });
  expect(new Date(until!).getDate() - new Date(since!).getDate()).toBe(1);
});
