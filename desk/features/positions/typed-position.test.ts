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
  expect(faults).toMatchObject({ title2: 'The title is missing', textSkills: 'Write one point a line', validThrough: 'Enter a day' });
});
