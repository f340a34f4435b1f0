import { expect, test } from 'vitest';
import { savePosition } from '../../../contract/calls/desk/position-calls.ts';
import { faultsOf } from '../../parts/faults-of.ts';
import { emptyPosition, inputFrom, typedFrom } from './typed-position.ts';

const typed = {
  ...emptyPosition(),
  slug: 'quant',
  title1: 'Milan | Data',
  title2: 'Quant',
  textIntro: 'Text',
  datePosted: '2026-11-01',
  validThrough: '2026-12-31',
  textResponsibility: ' Read \n\nWrite\n',
  textSkills: 'a',
  textPersonal: 'b',
  textSoftware: 'c',
  textNiceToHave: 'd',
};

test('a list has a point a line, and what was typed is what is sent', () => {
  expect(inputFrom(typed)).toMatchObject({ id: 1, version: 0, textResponsibility: ['Read', 'Write'] });
  expect(faultsOf(savePosition.input, inputFrom(typed))).toEqual({});
  const posting = inputFrom(typed) as Parameters<typeof typedFrom>[0]['posting'];
  const again = typedFrom({ posting, version: 3, state: 'open', changedAt: 0, changedBy: 'a' });
  expect(inputFrom(again)).toEqual({ ...inputFrom(typed), version: 3 });
});

test('an empty one says of each field what is missing', () => {
  const faults = faultsOf(savePosition.input, inputFrom(emptyPosition()));
  expect(faults).toMatchObject({
    title2: 'The title is missing',
    textResponsibility: 'Write one point a line',
    validThrough: 'Enter a day',
  });
});

test('pay, country and remote work are sent as they are meant, and nothing where nothing is said', () => {
  expect(Object.keys(inputFrom(typed)).filter((name) => /pay|remote|country/i.test(name))).toEqual([]);
  const said = {
    ...typed,
    textSkills: '',
    remote: 'true',
    country: 'it',
    payFrom: '45,000',
    payTo: ' 60 000',
    payCurrency: 'eur',
    payPer: 'YEAR',
  };
  const input = inputFrom(said);
  expect(input).toMatchObject({
    textSkills: [],
    remote: true,
    country: 'it',
    payFrom: 45_000,
    payTo: 60_000,
    payCurrency: 'EUR',
    payPer: 'YEAR',
  });
  expect(faultsOf(savePosition.input, input)).toEqual({});
});

test.each([
  ['country', { remote: 'true' }],
  ['payTo', { payFrom: '1', payCurrency: 'EUR', payPer: 'YEAR' }],
  ['payTo', { payFrom: '2', payTo: '1', payCurrency: 'EUR', payPer: 'YEAR' }],
  ['payFrom', { payFrom: 'much', payTo: '1', payCurrency: 'EUR', payPer: 'YEAR' }],
  ['payCurrency', { payFrom: '1', payTo: '1', payPer: 'YEAR' }],
  ['payCurrency', { payFrom: '1', payTo: '1', payCurrency: '€', payPer: 'YEAR' }],
  ['payPer', { payFrom: '1', payTo: '1', payCurrency: 'EUR' }],
])('what is half said is a fault of %s', (name, change) => {
  expect(Object.keys(faultsOf(savePosition.input, inputFrom({ ...typed, ...change })))).toEqual([name]);
});
