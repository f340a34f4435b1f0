import type { ReactNode } from 'react';
import { MEETING_PATH, meetingMarks } from '../../../contract/meeting-page.ts';
import { TOKEN_PLACEHOLDER } from '../../../contract/page-marks.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { pageIcons } from '../../../ui/page-icons.ts';
import { Graph } from './booked.tsx';
import { meetingAddress } from './meeting-address.ts';
import { Notices } from './meeting-parts.tsx';
import styles from './page.module.css';

type State = { icon: ReactNode; title: string; body: ReactNode };

/** Shown if there is nothing to choose: the reason, and a link onward. */
export function MeetingLinkState({ mode }: { mode: string }) {
  const { icon, title, body } = states[mode] ?? states['unknown']!;
  return (
    <section className={`wrap stack content-start ${styles.beside}`}>
      <div className={styles.column}>
        <span className={`${styles.sign} ${styles.careful}`}>{icon}</span>
        <h1 className={styles.title}>{title}</h1>
        {body}
      </div>
      <Graph />
    </section>
  );
}

function Write() {
  return (
    <div className={`row wraps gap-2 ${styles.actions}`}>
      <ButtonLink size="large" href="/contacts">
        Write to us
      </ButtonLink>
    </div>
  );
}

const states: Record<string, State> = {
  full: {
    icon: <Icon path={pageIcons.calendar} size={32} />,
    title: 'No time is free just now',
    body: (
      <>
        <Notices />
        <p className={`lead ${styles.lead}`}>
          Every half hour of the coming days is taken. Write to us with two or three times that suit you, and we will find one.
        </p>
        <Write />
        <p className={styles.small}>
          Times become free again: <a href={meetingAddress({ does: meetingMarks.does })}>look once more</a>, now or tomorrow.
        </p>
      </>
    ),
  },
  often: {
    icon: <Icon path={pageIcons.calendar} size={32} />,
    title: 'Let us find a time together',
    body: (
      <>
        <Notices />
        <p className={`lead ${styles.lead}`}>
          This page gives so many times to each address and to each company, so that there are some for everybody. Yours has had them.
        </p>
        <p>Answer our email about the demo, or write to us with two or three times that suit you: a person will arrange it with you.</p>
        <Write />
      </>
    ),
  },
  expired: {
    icon: <Icon name="info" size={32} />,
    title: 'This link has expired',
    body: (
      <>
        <p className={`lead ${styles.lead}`}>The links in our emails work for a limited time. Your request is still with us.</p>
        <p>Open the newest of our emails about the demo, or write to us with times that suit you.</p>
        <Write />
      </>
    ),
  },
  unknown: {
    icon: <Icon name="warning" size={32} />,
    title: 'This link is not valid',
    body: (
      <>
        <p className={`lead ${styles.lead}`}>It may have been cut short on its way, or the request it belongs to is no longer with us.</p>
        <p>Open the link in our email once more, or write to us with times that suit you.</p>
        <Write />
      </>
    ),
  },
  unavailable: {
    icon: <Icon name="warning" size={32} />,
    title: 'Please try again in a moment',
    body: (
      <>
        <p className={`lead ${styles.lead}`}>We cannot look up the times just now. Nothing is lost, and your link stays good.</p>
        <div className={`row wraps gap-2 ${styles.actions}`}>
          <ButtonLink size="large" href={`${MEETING_PATH}?token=${TOKEN_PLACEHOLDER}`}>
            Try again
          </ButtonLink>
        </div>
      </>
    ),
  },
};
