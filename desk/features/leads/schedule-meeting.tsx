import { lazy, Suspense, useState } from 'react';
import type { DeskLeadPage } from '../../../contract/desk/lead-facts.ts';
import { MEETING_MS, standingMeeting } from '../../../contract/desk/standing-meeting.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useCommands } from '../../keyboard/commands.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { useNow } from '../../parts/use-now.ts';
import { leadSection } from '../work/sections.ts';

// Loaded when it is opened.
const MeetingPicker = lazy(async () => ({ default: (await import('./meeting-picker.tsx')).MeetingPicker }));

/** The button and the key to book a meeting for whoever sent a lead, or to move the one that stands. */
export function ScheduleMeeting({ page }: { page: DeskLeadPage }) {
  const now = useNow();
  // Start of the meeting that stood when the dialog opened; null: none.
  const [seen, setSeen] = useState<number | null>();
  const meeting = standingMeeting(page.timeline);
  const current = meeting !== undefined && meeting.at + MEETING_MS > now ? meeting : undefined;
  const open = () => setSeen(current?.at ?? null);
  const close = () => setSeen(undefined);
  const title = current === undefined ? 'Book a meeting' : 'Move the meeting';
  // A meeting in another calendar service is moved there.
  const isOffered = !page.suspectedSpam && current?.isOurs !== false;
  useCommands(
    isOffered ? [{ id: 'book meeting', title, group: leadSection.thisOne, keys: 'm', also: 'appointment call demo time', run: open }] : [],
  );
  if (!isOffered) return null;
  return (
    <>
      <SmallButton variant="outline" onClick={open}>
        {title}…
      </SmallButton>
      <Dialog open={seen !== undefined} onClose={close} title={title} closesOutside={false} size="wide" fullScreenBelow="small">
        <Suspense>{seen !== undefined && <MeetingPicker page={page} seen={seen} onClose={close} />}</Suspense>
      </Dialog>
    </>
  );
}
