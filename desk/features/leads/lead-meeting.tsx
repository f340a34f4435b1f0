import { useState } from 'react';
import { leadWork } from '../../../contract/calls/desk/lead-calls.ts';
import type { DeskLeadPage } from '../../../contract/desk/lead-facts.ts';
import { cancelMeetingCall, readMeetingWays } from '../../../contract/calls/desk/meeting-calls.ts';
import { meetingAhead } from '../../../contract/desk/standing-meeting.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { May } from '../../account/may.tsx';
import { useCall, useChange } from '../../data/queries.ts';
import { FormFoot } from '../../parts/desk-form.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { meetingTime } from '../../parts/moment-words.ts';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { useNow } from '../../parts/use-now.ts';

import styles from './lead-meeting.module.css';

/** The upcoming meeting that the lead booked on the site, with the button to cancel it. */
export function LeadMeeting({ page }: { page: DeskLeadPage }) {
  // Start of the meeting when the button was pressed, in milliseconds since the epoch.
  const [asking, setAsking] = useState<number>();
  const meeting = meetingAhead(page.timeline, useNow());
  const cancel = useChange(cancelMeetingCall, {
    changes: [leadWork.read, leadWork.list],
    onDone: ({ cancelled }) => {
      setAsking(undefined);
      notify(cancelled ? `The meeting is cancelled. ${noticeWords(page)}` : 'There was no meeting to cancel any more.');
    },
  });
  // A meeting in another calendar service is cancelled there.
  if (meeting?.isOurs !== true) return null;
  return (
    <div className={`row wraps middle ${styles.meeting}`}>
      <p>
        Meeting: <time dateTime={new Date(meeting.at).toISOString()}>{meetingTime(meeting.at, meeting.zone)}</time>
        <MeetingLocation />
      </p>
      <May call={cancelMeetingCall}>
        <SmallButton variant="outline" onClick={() => setAsking(meeting.at)}>
          Cancel the meeting
        </SmallButton>
      </May>
      <Dialog open={asking !== undefined} onClose={() => setAsking(undefined)} title="Cancel the meeting?" size="narrow">
        <p>
          Its half hour becomes free for others.{' '}
          {page.mailRefusal === null ? 'Whoever booked it is told by mail, with a link to choose another time.' : noticeWords(page)}
        </p>
        <FaultAlert fault={cancel.error} title="Not cancelled" />
        <FormFoot>
          <Button
            data-autofocus=""
            busy={cancel.isPending}
            onClick={() => cancel.mutate({ id: page.id, ...(asking !== undefined && { startsAt: asking }) })}
          >
            Cancel the meeting
          </Button>
          <Button variant="quiet" onClick={() => setAsking(undefined)}>
            Leave it as it is
          </Button>
        </FormFoot>
      </Dialog>
    </div>
  );
}

/** Where the meeting takes place, and in whose calendar. */
function MeetingLocation() {
  const { data: ways } = useCall(readMeetingWays, {});
  if (ways === undefined) return null;
  const { place, organiser } = ways;
  return (
    <span className={`breaks faint ${styles.location}`}>
      {place !== null && (/^https:\/\/\S+$/.test(place) ? <a href={place}>{place}</a> : place)}
      {place !== null && ', '}in the calendar of {organiser}
    </span>
  );
}

function noticeWords({ mailRefusal, sample }: DeskLeadPage): string {
  if (mailRefusal === null) return 'Both sides are told by mail.';
  return sample ? mailRefusal : `Whoever booked it is not told by mail: tell them yourself. ${mailRefusal}`;
}
