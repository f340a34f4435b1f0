import { present } from '../../contract/checked.ts';
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

/**
 * One example of each kind of careers page, from which the build reads the files that all pages of the kind load. It is invented, because there may
 * be no open position.
 */
export const careersKinds: readonly { kind: CareersKind; page: PageRow; openings: Openings }[] = [
  { kind: 'careers', page: present(pageOf('/careers')), openings: { open: [anyPosting], known: [] } },
  { kind: 'jobs', page: present(pageOf('/jobs')), openings: { open: [anyPosting], known: [] } },
  { kind: 'position', page: postingPage(anyPosting), openings: { open: [anyPosting], known: [] } },
];
