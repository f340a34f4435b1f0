import { SPONTANEOUS_SUBJECT } from '../../../contract/posting.ts';

/** Positions that samples apply for, with the titles of the site's sample positions, and what applicants write: up to the form's longest text. */
export const samplePositions = [
  {
    subject: 'Senior System Administrator',
    wishes: [
      'I have run systems like yours for years, and like them quiet.',
      'I look for a place where an outage is written up and not hushed up.',
    ],
  },
  {
    subject: 'Junior System Administrator',
    wishes: [
      'Linux is what I do after work as well; now it may be the work itself.',
      'After two years at a help desk I would like to run what I explain.',
    ],
  },
  {
    subject: 'Junior AI & Data',
    wishes: [
      'I would like to work where what is measured decides what is done.',
      'My thesis was about forecasts that know how wrong they may be.',
    ],
  },
  {
    subject: 'Content Manager',
    wishes: [
      'I follow your research, and would like to write about it for others.',
      'I have made a dull subject worth reading before, and can show it.',
    ],
  },
  {
    subject: 'Social Media Manager',
    wishes: [
      'I would like to explain markets in public without shouting about them.',
      'I ran the channels of a bank for three years, complaints included.',
    ],
  },
  {
    subject: 'Junior Full-stack Developer',
    wishes: [
      'I build small things to the end, and look for people to learn from.',
      'I like the browser as much as the database, and tests for both.',
    ],
  },
  {
    subject: SPONTANEOUS_SUBJECT,
    wishes: [
      'After four years at a bank I look for a smaller team with more to do.',
      'No position fits me quite, and the company does: may we talk?',
    ],
  },
] as const;

export type SamplePosition = (typeof samplePositions)[number]['subject'];
