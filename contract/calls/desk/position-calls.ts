import * as v from 'valibot';
import { limits } from '../../limits.ts';
import { payPeriods } from '../../posting.ts';
import { defineCall } from './call.ts';

const line = (words: string) =>
  v.pipe(v.string(), v.trim(), v.minLength(1, words), v.maxLength(limits.line, `At most ${limits.line} characters`));
const point = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500, 'A point has at most 500 characters'));
const points = v.pipe(v.array(point), v.minLength(1, 'Write one point a line'), v.maxLength(20, 'At most 20 points'));
const day = v.pipe(v.string(), v.isoDate('Enter a day'));
const slug = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'a to z, 0 to 9 and -, at most 64'));
const version = v.pipe(v.number(), v.integer(), v.minValue(0), v.description('Which version was seen; 0: as the site was built, or new'));

const optionalPoints = v.pipe(v.array(point), v.maxLength(20, 'At most 20 points'));
const amount = v.optional(v.pipe(v.number('Enter a number'), v.integer('Enter a whole number'), v.minValue(1, 'Enter a number above 0')));

/** Schemas of the optional facts of a position (PostingMore). */
export const postingMore = {
  remote: v.optional(v.literal(true)),
  country: v.optional(v.pipe(v.string(), v.regex(/^[a-z]{2}$/, 'Choose a country'))),
  payFrom: amount,
  payTo: amount,
  payCurrency: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^[A-Z]{3}$/, 'Three letters, as EUR'))),
  payPer: v.optional(v.picklist(payPeriods)),
} as const;

/** A position as staff edit it; see contract/posting.ts. */
export const postingSchema = v.object({
  slug,
  id: v.picklist([1, 2, 3, 4]),
  title1: v.pipe(line('Where it is, and the department'), v.regex(/^[^|]*\S \| \S[^|]*$/, 'Write it as Milan | Data Science')),
  title2: line('The title is missing'),
  textIntro: v.pipe(v.string(), v.trim(), v.minLength(1, 'Say what the position is'), v.maxLength(limits.message)),
  textResponsibility: points,
  textSkills: optionalPoints,
  textPersonal: optionalPoints,
  textSoftware: optionalPoints,
  textNiceToHave: optionalPoints,
  employmentType: v.picklist(['FULL_TIME', 'PART_TIME', 'INTERN']),
  datePosted: day,
  validThrough: day,
  ...postingMore,
});

const changed = v.object({ version: v.number() });

export const listPositions = defineCall({
  name: 'positions.list',
  method: 'GET',
  path: '/api/positions',
  about: 'The positions: open, past their last day, and closed.',
  access: 'positions.read',
  input: v.object({}),
  output: v.object({
    positions: v.array(
      v.object({
        // Postings of the build may exceed the length limits.
        posting: v.object({ ...postingSchema.entries, slug: v.string(), title1: v.string(), title2: v.string(), textIntro: v.string() }),
        state: v.picklist(['open', 'over', 'closed']),
        version,
        changedAt: v.pipe(v.nullable(v.number()), v.description('Null: as the site was built')),
        changedBy: v.nullable(v.string()),
      }),
    ),
  }),
});

export const savePosition = defineCall({
  name: 'positions.save',
  method: 'POST',
  path: '/api/positions/:slug',
  about: 'Opens a position, or changes the text of one; the site shows it within a second or two.',
  access: 'positions.edit',
  action: 'position saved',
  input: v.pipe(
    v.object({ ...postingSchema.entries, version }),
    v.forward(
      v.check(({ datePosted, validThrough }) => validThrough >= datePosted, 'The last day is before the day on which it is posted'),
      ['validThrough'],
    ),
    v.forward(
      v.check(({ remote, country }) => remote === undefined || country !== undefined, 'Say in which country they may work'),
      ['country'],
    ),
    v.forward(
      v.check(({ payFrom, payTo }) => (payFrom === undefined) === (payTo === undefined), 'Enter both: the same where there is no range'),
      ['payTo'],
    ),
    v.forward(
      v.check(({ payFrom = 0, payTo = payFrom }) => payTo >= payFrom, 'The most is less than the least'),
      ['payTo'],
    ),
    v.forward(
      v.check(({ payFrom, payCurrency }) => (payFrom === undefined) === (payCurrency === undefined), 'Name the currency, as EUR'),
      ['payCurrency'],
    ),
    v.forward(
      v.check(({ payFrom, payPer }) => (payFrom === undefined) === (payPer === undefined), 'Say whether it is a year’s or a month’s'),
      ['payPer'],
    ),
  ),
  output: changed,
});

export const closePosition = defineCall({
  name: 'positions.close',
  method: 'POST',
  path: '/api/positions/:slug/close',
  about: 'Closes a position. Applications that came stay; further ones are refused with a word.',
  access: 'positions.edit',
  action: 'position closed',
  input: v.object({ slug, version }),
  output: changed,
});

export const reopenPosition = defineCall({
  name: 'positions.reopen',
  method: 'POST',
  path: '/api/positions/:slug/reopen',
  about: 'Opens a position again that was closed.',
  access: 'positions.edit',
  action: 'position opened',
  input: v.object({ slug, version }),
  output: changed,
});

export const positionCalls = [listPositions, savePosition, closePosition, reopenPosition] as const;
