import { MEETING_PATH, meetingLine, meetingMarks, meetingParts } from '../../../contract/meeting-page.ts';
import { TOKEN_PLACEHOLDER } from '../../../contract/page-marks.ts';
import { Button } from '../../../ui/button.tsx';
import { meetingAddress } from './meeting-address.ts';
import styles from './page.module.css';

/** Changes the time zone: a link for the company's, a list for any other. */
export function Zones() {
  const { otherClock, zone } = meetingParts;
  return (
    <div className={`row wraps middle apart quiet ${styles.zones}`}>
      {otherClock.mark}
      <p>
        Our clocks show {meetingMarks.companyZoneWords}:{' '}
        <a href={meetingAddress({ does: meetingMarks.does, zone: meetingMarks.companyZone })}>show our times</a>
      </p>
      {otherClock.mark}
      <form method="get" action={MEETING_PATH} className={`row wraps middle ${styles.zoneForm}`}>
        <input type="hidden" name="token" value={TOKEN_PLACEHOLDER} />
        <input type="hidden" name="do" value={meetingMarks.does} />
        <label htmlFor="zone">Time zone</label>
        <span className={`row gap-1 ${styles.zonePick}`}>
          <select id="zone" name="zone" className={styles.select}>
            {zone.mark}
            <option value={meetingLine.zone} selected>
              {meetingLine.words}
            </option>
            {zone.mark}
            <option value={meetingLine.zone}>{meetingLine.words}</option>
            {zone.mark}
          </select>
          <Button type="submit" variant="outline">
            Show
          </Button>
        </span>
      </form>
    </div>
  );
}
