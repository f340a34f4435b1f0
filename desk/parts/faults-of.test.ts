import { expect, test } from 'vitest';
import { invitePerson } from '../../contract/calls/desk/account-calls.ts';
import { faultsOf, sentFaults } from './faults-of.ts';

test('an input is checked by the schema that the server has', () => {
  const faults = faultsOf(invitePerson.input, { name: ' ', address: 'nobody', roles: [] });
  expect(Object.keys(faults).sort()).toEqual(['address', 'name', 'roles']);
  expect(faultsOf(invitePerson.input, { name: 'Ada', address: 'ada@ordinata.example', roles: ['sales'] })).toEqual({});
});

test('what the server said holds until the field is another', () => {
  const sent = { name: 'Ada', address: 'taken@ordinata.example' };
  const said = { address: 'Somebody has this address already' };
  expect(sentFaults(said, sent, { ...sent, name: 'Ada Rossi' })).toEqual(said);
  expect(sentFaults(said, sent, { ...sent, address: 'ada@ordinata.example' })).toEqual({});
  expect(sentFaults(undefined, undefined, sent)).toEqual({});
  // Lists are compared by their content.
  const listed = { points: ['Too long'] };
  expect(sentFaults({ points: 'Too long' }, listed, { points: ['Too long'] })).toEqual({ points: 'Too long' });
  expect(sentFaults({ points: 'Too long' }, listed, { points: ['Short'] })).toEqual({});
});
