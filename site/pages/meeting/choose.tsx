import { MEETING_PATH, meetingLine, meetingMarks, meetingParts } from '../../../contract/meeting-page.ts';
import { TOKEN_PLACEHOLDER } from '../../../contract/page-marks.ts';
import { verified } from '../../content/verified.ts';
import { NextPages } from '../../sections/verified.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { Facts, Notices, OwnZone } from './meeting-parts.tsx';
import { meetingAddress } from './meeting-address.ts';
import { Zones } from './zones.tsx';
import styles from './page.module.css';

const { day, task } = meetingParts;

/** The free half hours: days on the left, the times of a day on the right. */
export function Choose() {
  return (
    <section className={`wrap stack gap-4 ${styles.page}`}>
      <OwnZone />
      <div className="stack gap-2 items-start">
        {task.mark}
        <h1 className={styles.title}>Choose a time for your demo</h1>
        <p className={`lead ${styles.lead}`}>Thirty minutes, on the questions you work with.</p>
        {task.mark}
        <h1 className={styles.title}>Move your demo</h1>
        <p className={`lead ${styles.lead}`}>
          It is on <strong>{meetingMarks.when}</strong> now, and stays there until you choose another time.{' '}
          <a href={meetingAddress({ day: '' })}>Leave it as it is</a>
        </p>
        {task.mark}
        <h1 className={styles.title}>{verified.title}</h1>
        <p className={`lead ${styles.lead}`}>{verified.formsent.lead} Or choose the time of your demo here, now.</p>
        {task.mark}
        <Notices />
        <Facts />
      </div>
      <div className={`stack bordered ${styles.picker}`}>
        <div className={styles.calendar}>
          <h2 className={styles.heading}>{meetingMarks.span}</h2>
          <Weekdays />
          <ol className={styles.days}>
            {day.mark}
            <li>
              <DayLink chosen={false} />
            </li>
            {day.mark}
            <li>
              <DayLink chosen />
            </li>
            {day.mark}
            <li className={`faint ${styles.closed}`}>
              <span>{meetingLine.number}</span>
              <span className={styles.month}>{meetingLine.month}</span>
            </li>
            {day.mark}
          </ol>
        </div>
        <Times />
      </div>
      <Zones />
      {task.mark}
      {task.mark}
      {task.mark}
      <NextPages of="formsent" />
      {task.mark}
    </section>
  );
}

function Weekdays() {
  return (
    <div className={`fine faint ${styles.weekdays}`} aria-hidden="true">
      {['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((name) => (
        <span key={name}>{name}</span>
      ))}
    </div>
  );
}

function DayLink({ chosen }: { chosen: boolean }) {
  return (
    <a
      className={chosen ? `${styles.day} ${styles.chosen}` : styles.day}
      href={`${meetingAddress({ does: meetingMarks.does, day: meetingLine.day })}#times`}
      aria-current={chosen ? 'date' : undefined}
    >
      <VisuallyHidden>{meetingLine.words}</VisuallyHidden>
      <span aria-hidden="true">{meetingLine.number}</span>
      <span className={styles.month} aria-hidden="true">
        {meetingLine.month}
      </span>
    </a>
  );
}

function Times() {
  const { time } = meetingParts;
  return (
    <form className={styles.times} id="times" method="post" action={MEETING_PATH}>
      <input type="hidden" name="token" value={TOKEN_PLACEHOLDER} />
      <input type="hidden" name="zone" value={meetingMarks.zone} />
      <input type="hidden" name="day" value={meetingMarks.chosenDay} />
      <input type="hidden" name="do" value={meetingMarks.does} />
      <fieldset className={`stack gap-1 ${styles.slots}`}>
        <legend className={styles.heading}>{meetingMarks.chosenDayWords}</legend>
        {time.mark}
        <label className={`centre ${styles.slot}`}>
          <input type="radio" name="slot" value={meetingLine.iso} required />
          <time dateTime={meetingLine.iso}>{meetingLine.time}</time>
        </label>
        {time.mark}
      </fieldset>
      <div className={`stack gap-2 ${styles.send}`}>
        <Button type="submit" size="large">
          {task.mark}
          Book this time
          {task.mark}
          Move it to this time
          {task.mark}
          Book this time
          {task.mark}
        </Button>
        <p className={`${styles.small} ${styles.invitation}`}>
          <Icon name="mail" size={20} /> The invitation comes by email. You can move or cancel it until it begins.
        </p>
      </div>
    </form>
  );
}
