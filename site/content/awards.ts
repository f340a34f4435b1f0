import { featured, type FeaturedMark } from './featured.ts';

/** Award logos of the footer: samples, as everything in featured.ts. */
export const awards: readonly FeaturedMark[] = featured.marks.filter((mark) => mark.kind === 'award');
