import { pageOf, type PageRow } from './pages.ts';

export type CategoryId = 1 | 2 | 3 | 4;

/** The tabs of /careers, in order, each with its name in the address: /careers?department=<slug>. The first shows everything. */
export const categories = [
  { id: 0, slug: '', label: 'ALL' },
  { id: 1, slug: 'content-management', label: 'CONTENT MANAGEMENT' },
  { id: 2, slug: 'network-sysadmin', label: 'NETWORK / SYSADMIN' },
  { id: 3, slug: 'data-science', label: 'DATA SCIENCE' },
  { id: 4, slug: 'software-development', label: 'SOFTWARE DEVELOPMENT' },
] as const satisfies readonly { id: CategoryId | 0; slug: string; label: string }[];

/** An open position, as it is shown and as search engines read it. Lists have one point an entry. */
export type Posting = {
  /** In its address: /jobs?position=<slug>. */
  slug: string;
  id: CategoryId;
  /** 'Location | Department'. */
  title1: string;
  title2: string;
  textIntro: string;
  textResponsibility: readonly string[];
  textSkills: readonly string[];
  textPersonal: readonly string[];
  textSoftware: readonly string[];
  textNiceToHave: readonly string[];
  /** As schema.org names it. */
  employmentType: 'FULL_TIME' | 'PART_TIME' | 'INTERN';
  /** Days, as YYYY-MM-DD. */
  datePosted: string;
  validThrough: string;
};

export const SPONTANEOUS_SUBJECT = 'Generic';

/** What somebody applied for, as it is said: who names no position applies to the company. */
export function positionWords(position: string): string {
  return position === SPONTANEOUS_SUBJECT ? 'Spontaneous application' : position;
}

/** Characters of an intro that a card shows at the most, the ellipsis not counted. */
export const EXCERPT_LENGTH = 120;

/** The beginning of a text for a card: whole where it is short enough, else cut behind the last word that fits, with an ellipsis. */
export function excerpt(text: string): string {
  if (text.length <= EXCERPT_LENGTH) return text;
  const words = text.slice(0, EXCERPT_LENGTH + 1).replace(/[\s,;:.–—-]*\s\S*$/, '');
  // A word that is longer than that is cut, though not within a sign.
  return `${words.slice(0, EXCERPT_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

export function postingPath(posting: Pick<Posting, 'slug'>): `/${string}` {
  return `/jobs?position=${posting.slug}`;
}

/** The posting's row: one of several pages at the path of /jobs. Its mode is its slug. */
export function postingPage(posting: Posting): PageRow {
  return {
    ...pageOf('/jobs')!,
    path: postingPath(posting),
    mode: posting.slug,
    title: `${posting.title2}, ${posting.title1.split(' | ')[0]} | Cognitive PRO`,
    description: excerpt(posting.textIntro),
    indexed: true,
    canonical: postingPath(posting),
    until: posting.validThrough,
  };
}
