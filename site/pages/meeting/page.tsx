import type { PageRow } from '../../../contract/pages.ts';

import { Booked, Cancel } from './booked.tsx';
import { Choose } from './choose.tsx';
import { MeetingLinkState } from './link-state.tsx';

/** Where a verified visitor books a meeting, in each state. It consists of forms and links that the server answers, and needs no script. */
export function Page({ page }: { page: PageRow }) {
  if (page.mode === 'choose') return <Choose />;
  if (page.mode === 'booked') return <Booked />;
  if (page.mode === 'cancel') return <Cancel />;
  return <MeetingLinkState mode={page.mode ?? ''} />;
}
