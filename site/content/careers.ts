import { listOf } from '../../contract/content-lists.ts';
import { declared } from './declared.ts';

export const careers = declared('careers', {
  title: 'CAREERS',
  intro: listOf({ least: 1, most: 6 }, [
    'We build software that people who manage other people’s money rely on, so we take our time to get things right and say so when we do not know.',
    'Teams here are small. You will know who uses your work, see what it changes, and sit close enough to the people who decide to change it with them. Below are the positions that are open now, all of them in Milan.',
  ]),
  /** They alternate beside the positions. Drawn by `npm run art -- careers`. */
  pictures: [
    { shape: 'position', src: '/careers/correlations.svg', alt: '' },
    { shape: 'position', src: '/careers/days.svg', alt: '' },
  ],
  /** Stands on the page until somebody empties it at the desk. */
  sampleMark: 'The positions are samples, to be replaced by real ones.',
  tabs: 'Positions by department',
  apply: 'Apply now',
  back: 'All open positions',
  facts: { location: 'Where', pay: 'Pay', type: 'Contract', posted: 'Posted', until: 'Open until' },
  /** The place of a remote position; `remoteIn` is followed by the country. */
  where: { remote: 'Remote', remoteIn: 'Remote, in' },
  /** Around the amounts: EUR 45,000 to 60,000 gross a year. */
  pay: { to: 'to', YEAR: 'gross a year', MONTH: 'gross a month' },
  types: { FULL_TIME: 'Full time', PART_TIME: 'Part time', INTERN: 'Internship, six months' },
  form: 'Tell us who you are and add your CV. Somebody of the team that you would work in reads it, and answers within two weeks.',
  none: 'See what is open, or send us a spontaneous application.',
  empty: 'No position is open here at the moment. Have a look at the others, or send us a spontaneous application below.',
  closed: 'This position is no longer open. These ones are.',
  unknown: 'We could not find this position. These ones are open.',
  spontaneous: {
    title: "Don't You See A Position Suitable For Your Professional Skills Among The Open Ones?",
    subtitle: 'Send us a spontaneous application with your CV. We read every one, and write to you when something opens that suits you.',
  },
  parts: {
    textIntro: 'The position',
    textResponsibility: 'What you will do',
    textSkills: 'What you bring',
    textPersonal: 'How you work',
    textSoftware: 'What you will work with',
    textNiceToHave: 'Nice to have',
  },
});
