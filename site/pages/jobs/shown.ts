import type { Posting } from '../../../contract/job.ts';
import { careers } from '../../content/careers.ts';

type Part = { key: string; title: string; text: string | readonly string[] };

/** The texts of a position with their headings, in the order of its page. */
export function partsOf(posting: Posting): Part[] {
  const keys = Object.keys(careers.parts) as (keyof typeof careers.parts)[];
  return keys.map((key) => ({ key, title: careers.parts[key], text: posting[key] }));
}

/** Where the work is: the first half of 'location | department'. */
export function placeOf({ title1 }: Posting): string {
  return title1.split(' | ')[0] ?? title1;
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** A day as it is written out: 5 October 2026. By hand, so that server and browser never differ. */
export function day(iso: string): string {
  const [year, month, date] = iso.split('-').map(Number);
  return `${date} ${MONTHS[month! - 1]} ${year}`;
}
