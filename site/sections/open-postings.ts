import { useSyncExternalStore } from 'react';
import { dayOf, type Posting } from '../../contract/job.ts';
import { postings } from '../content/postings.ts';

/** What is open today. As the page is built, and until it answers, everything is: it does not know what day it will be read. */
export function useOpenPostings(): Posting[] {
  const today = useSyncExternalStore(
    never,
    () => dayOf(Date.now()),
    () => '',
  );
  return postings.filter(({ validThrough }) => validThrough >= today);
}

const never = () => () => {};
