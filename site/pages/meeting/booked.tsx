import { MEETING_PATH, meetingMarks, meetingParts } from '../../../contract/meeting-page.ts';
import { TOKEN_PLACEHOLDER } from '../../../contract/page-marks.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { pageIcons } from '../../../ui/page-icons.ts';
import { StatePage } from '../../sections/state-page.tsx';
import { meetingAddress } from './meeting-address.ts';
import { MeetingPlace, Notices, OwnZone } from './meeting-parts.tsx';
import styles from './page.module.css';

/** The visitor's meeting, and what they can do with it. */
export function Booked() {
  const { made } = meetingParts;
  return (
    <StatePage icon={<Icon name="check" size={32} />} look="good" before={<OwnZone />}>
      {made.mark}
      <h1>Your demo is booked</h1>
      {made.mark}
      <h1>Your demo is moved</h1>
      {made.mark}
      <Notices />
      <Meeting />
      <p>An invitation for your calendar is on its way to your email address.</p>
      <div className={`row wraps gap-2 ${styles.actions}`}>
        <ButtonLink size="large" variant="outline" href={meetingAddress({ does: 'move' })}>
          Move it
        </ButtonLink>
        <ButtonLink size="large" variant="outline" href={meetingAddress({ does: 'cancel' })}>
          Cancel it
        </ButtonLink>
      </div>
      <p className={styles.small}>
        Until then: <a href="/cognitivepro">what the platform does</a>, and <a href="/insights">how the portfolios have performed</a>.
      </p>
    </StatePage>
  );
}

/** Asks once: pressing the button cancels the meeting for both sides. */
export function Cancel() {
  return (
    <StatePage icon={<Icon path={pageIcons.calendar} size={32} />} look="careful">
      <h1>Cancel your demo?</h1>
      <Meeting />
      <p>Its time becomes free for others. We are told, and your calendar is, too; you can choose another time afterwards.</p>
      <form className={`row wraps gap-2 ${styles.actions}`} method="post" action={MEETING_PATH}>
        <input type="hidden" name="token" value={TOKEN_PLACEHOLDER} />
        <input type="hidden" name="zone" value={meetingMarks.zone} />
        <Button type="submit" size="large" name="do" value="cancel">
          Cancel the demo
        </Button>
        <ButtonLink size="large" variant="outline" href={meetingAddress({})}>
          Leave it as it is
        </ButtonLink>
      </form>
    </StatePage>
  );
}

function Meeting() {
  const { otherClock } = meetingParts;
  return (
    <ul className={`row wraps quiet ${styles.facts} ${styles.meeting}`}>
      <li>
        <Icon path={pageIcons.calendar} size={20} />
        <span>
          <strong>{meetingMarks.when}</strong>
          {otherClock.mark}
          <span className={styles.other}>For us: {meetingMarks.companyWhen}</span>
          {otherClock.mark}
        </span>
      </li>
      <li>
        <Icon path={pageIcons.clock} size={20} /> 30 minutes
      </li>
      <MeetingPlace />
    </ul>
  );
}
