import type { PageRow } from '../../../contract/pages.ts';

import { Booked, Cancel } from './booked.tsx';
import { Choose } from './choose.tsx';
import { MeetingLinkState } from './link-state.tsx';

/** Where a verified visitor books a meeting, in each of its states. Forms and links, which the server answers: nothing here needs a script. */
export function Page({ page }: { page: PageRow }) {
  if (page.mode === 'choose') return <Choose />;
  if (page.mode === 'booked') return <Booked />;
  if (page.mode === 'cancel') return <Cancel />;
  return <MeetingLinkState mode={page.mode ?? ''} />;
}
