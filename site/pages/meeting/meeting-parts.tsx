import { Icon } from '../../../ui/icon.tsx';
import { pageIcons } from '../../../ui/page-icons.ts';
import { meetingLine, meetingMarks, meetingParts } from '../../../contract/meeting-page.ts';
import { zoneScript } from './zone-script.ts';
import styles from './page.module.css';

/** Runs before the rest of the page is shown, so that nobody reads times that then change. */
export function OwnZone() {
  return <script data-zone={meetingMarks.unasked} dangerouslySetInnerHTML={{ __html: zoneScript() }} />;
}

/** Messages from the server: errors and information. */
export function Notices() {
  const { notice } = meetingParts;
  return (
    <div className={styles.notices}>
      {notice.mark}
      <p className={styles.alert} role="alert">
        {meetingLine.text}
      </p>
      {notice.mark}
      <output className={styles.status}>{meetingLine.text}</output>
      {notice.mark}
    </div>
  );
}

/** Facts about the meeting to book. The address of the video room is shown after booking. */
export function Facts() {
  const { place } = meetingParts;
  return (
    <ul className={`row wraps quiet ${styles.facts}`}>
      <li>
        <Icon path={pageIcons.clock} size={20} /> 30 minutes
      </li>
      {place.mark}
      <li>
        <Icon path={pageIcons.pin} size={20} /> A video call
      </li>
      {place.mark}
      <li>
        <Icon path={pageIcons.pin} size={20} /> <span>{meetingLine.text}</span>
      </li>
      {place.mark}
      <li>
        <Icon path={pageIcons.calendar} size={20} />
        <span>
          Times in <strong>{meetingMarks.zoneWords}</strong>
        </span>
      </li>
    </ul>
  );
}

export function MeetingPlace() {
  const { place } = meetingParts;
  return (
    <>
      {place.mark}
      <li>
        <Icon path={pageIcons.pin} size={20} /> <a href={meetingLine.text}>{meetingLine.text}</a>
      </li>
      {place.mark}
      <li>
        <Icon path={pageIcons.pin} size={20} /> <span>{meetingLine.text}</span>
      </li>
      {place.mark}
    </>
  );
}
