import { featured, type FeaturedMark } from './featured.ts';

export const awards: readonly FeaturedMark[] = featured.marks.filter((mark) => mark.kind === 'award');
