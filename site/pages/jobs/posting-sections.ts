import type { Posting } from '../../../contract/posting.ts';
import { careers } from '../../content/careers.ts';

type Part = { key: string; title: string; text: string | readonly string[] };

export function postingSections(posting: Posting): Part[] {
  const keys = Object.keys(careers.parts) as (keyof typeof careers.parts)[];
  return keys.map((key) => ({ key, title: careers.parts[key], text: posting[key] }));
}

/** The place of work: the first half of 'location | department'. */
export function cityOf({ title1 }: Posting): string {
  return title1.split(' | ')[0] ?? title1;
}
