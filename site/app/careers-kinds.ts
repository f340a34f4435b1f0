import type { CareersKind, Openings } from '../../contract/careers-page.ts';
import { pageOf, type PageRow } from '../../contract/pages.ts';
import { postingPage, type Posting } from '../../contract/posting.ts';

const anyPosting: Posting = {
  slug: 'any',
  id: 1,
  title1: 'Milan | Any',
  title2: 'Any',
  textIntro: 'Any',
  textResponsibility: ['Any'],
  textSkills: ['Any'],
  textPersonal: ['Any'],
  textSoftware: ['Any'],
  textNiceToHave: ['Any'],
  employmentType: 'FULL_TIME',
  datePosted: '2026-01-01',
  validThrough: '2026-01-01',
};

/** Of each kind of the pages of positions one: what all of them wear is read off it. There may be no position yet. */
export const careersKinds: readonly { kind: CareersKind; page: PageRow; openings: Openings }[] = [
  { kind: 'careers', page: pageOf('/careers')!, openings: { open: [anyPosting], known: [] } },
  { kind: 'jobs', page: pageOf('/jobs')!, openings: { open: [anyPosting], known: [] } },
  { kind: 'position', page: postingPage(anyPosting), openings: { open: [anyPosting], known: [] } },
];
