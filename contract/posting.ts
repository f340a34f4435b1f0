import { pageOf, type PageRow } from './pages.ts';

export type CategoryId = 1 | 2 | 3 | 4;

/** The tabs of /careers, in order, each with its slug in the address: /careers?department=<slug>. The first shows all positions. */
export const categories = [
  { id: 0, slug: '', label: 'ALL' },
  { id: 1, slug: 'content-management', label: 'CONTENT MANAGEMENT' },
  { id: 2, slug: 'network-sysadmin', label: 'NETWORK / SYSADMIN' },
  { id: 3, slug: 'data-science', label: 'DATA SCIENCE' },
  { id: 4, slug: 'software-development', label: 'SOFTWARE DEVELOPMENT' },
] as const satisfies readonly { id: CategoryId | 0; slug: string; label: string }[];

/** Values of schema.org's unitText for pay. */
export const payPeriods = ['YEAR', 'MONTH'] as const;

/** Optional facts of a position; one that is left out appears on no page. */
export type PostingMore = {
  /** Worked from anywhere in `country`, and not at a place. */
  remote?: true | undefined;
  /** ISO 3166-1 alpha-2 in lower case, as in contract/countries.ts. */
  country?: string | undefined;
  /** Gross pay, from the least to the most (Directive (EU) 2023/970, Art. 5). All four are there, or none. */
  payFrom?: number | undefined;
  payTo?: number | undefined;
  /** ISO 4217. */
  payCurrency?: string | undefined;
  payPer?: (typeof payPeriods)[number] | undefined;
};

/** An open position, for the pages and for search engines. Each entry of a list is one point; an empty list has no section on the page. */
export type Posting = PostingMore & {
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
  /** Values of schema.org's employmentType. */
  employmentType: 'FULL_TIME' | 'PART_TIME' | 'INTERN';
  /** Days, as YYYY-MM-DD. */
  datePosted: string;
  validThrough: string;
};

export const SPONTANEOUS_SUBJECT = 'Generic';

/** The position in words. An application without a position goes to the company in general. */
export function positionWords(position: string): string {
  return position === SPONTANEOUS_SUBJECT ? 'Spontaneous application' : position;
}

/** Maximum characters of an intro on a card, without the ellipsis. */
export const EXCERPT_LENGTH = 120;

/** The beginning of a text for a card, in one line: the whole text if short enough, else cut after the last word that fits, with an ellipsis. */
export function excerpt(paragraphs: string): string {
  const text = paragraphs.replaceAll(/\s+/g, ' ');
  if (text.length <= EXCERPT_LENGTH) return text;
  const words = text.slice(0, EXCERPT_LENGTH + 1).replace(/[\s,;:.–—-]*\s\S*$/, '');
  // A longer word is cut, but not inside a surrogate pair.
  return `${words.slice(0, EXCERPT_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

export function postingPath(posting: Pick<Posting, 'slug'>): `/${string}` {
  return `/jobs?position=${posting.slug}`;
}

/** The page row of a posting: one of several pages at /jobs. Its mode is its slug. */
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
