import type { ReactNode } from 'react';
import { MEETING_PATH, meetingMarks } from '../../../contract/meeting-page.ts';
import { TOKEN_PLACEHOLDER } from '../../../contract/page-marks.ts';
import { linkPages } from '../../content/verification.ts';
import { StatePage } from '../../sections/state-page.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { pageIcons } from '../../../ui/page-icons.ts';
import { meetingAddress } from './meeting-address.ts';
import { Notices } from './meeting-parts.tsx';
import styles from './page.module.css';

type State = {
  icon: ReactNode;
  title: string;
  notices?: true;
  lead: string;
  text?: string;
  way?: readonly [href: string, label: string];
  note?: ReactNode;
};

/** Shown if there is nothing to choose: the reason, and a link onward. */
export function MeetingLinkState({ mode }: { mode: string }) {
  const { icon, title, notices, lead, text, way = ['/contacts', 'Write to us'], note }: State = states.get(mode) ?? unknown;
  return (
    <StatePage icon={icon} look="careful">
      <h1>{title}</h1>
      {notices && <Notices />}
      <p className={`lead ${styles.lead}`}>{lead}</p>
      {text && <p>{text}</p>}
      <div className={`row wraps gap-2 ${styles.actions}`}>
        <ButtonLink size="large" href={way[0]}>
          {way[1]}
        </ButtonLink>
      </div>
      {note && <p className={styles.small}>{note}</p>}
    </StatePage>
  );
}

const unknown: State = {
  icon: <Icon name="warning" size={32} />,
  title: linkPages.unknown.title,
  lead: linkPages.unknown.lead,
  text: 'Open the link in our email once more, or write to us with times that suit you.',
};

const states = new Map<string, State>(
  Object.entries({
    full: {
      icon: <Icon path={pageIcons.calendar} size={32} />,
      title: 'No time is free just now',
      notices: true,
      lead: 'Every half hour of the coming days is taken. Write to us with two or three times that suit you, and we will find one.',
      note: (
        <>
          Times become free again: <a href={meetingAddress({ does: meetingMarks.does })}>look once more</a>, now or tomorrow.
        </>
      ),
    },
    often: {
      icon: <Icon path={pageIcons.calendar} size={32} />,
      title: 'Let us find a time together',
      notices: true,
      lead: 'This page gives so many times to each address and to each company, so that there are some for everybody. Yours has had them.',
      text: 'Answer our email about the demo, or write to us with two or three times that suit you: a person will arrange it with you.',
    },
    expired: {
      icon: <Icon name="info" size={32} />,
      title: 'This link has expired',
      lead: 'The links in our emails work for a limited time. Your request is still with us.',
      text: 'Open the newest of our emails about the demo, or write to us with times that suit you.',
    },
    unavailable: {
      icon: <Icon name="warning" size={32} />,
      title: 'Please try again in a moment',
      lead: 'We cannot look up the times just now. Nothing is lost, and your link stays good.',
      way: [`${MEETING_PATH}?token=${TOKEN_PLACEHOLDER}`, 'Try again'],
    },
  } satisfies Record<string, State>),
);
