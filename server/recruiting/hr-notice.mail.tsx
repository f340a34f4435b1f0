import { positionWords, SPONTANEOUS_SUBJECT } from '../../contract/posting.ts';
import { defineLeadMail, type LeadJob } from '../leads/lead-job.ts';
import type { LeadNotice } from '../leads/lead-notice.ts';
import { fullName } from '../leads/lead-repository.ts';
import { answerRows, originRows, leadLocation, type LeadLocation, LeadLocationButton } from '../leads/notice-parts.tsx';
import { Details, Heading, Technical, Text, type DetailRow } from '../mail/layout.tsx';
import type { Settings } from '../settings/settings.ts';
import { findApplication, type StoredApplication, cvRows } from './application-repository.ts';

type Rows = readonly DetailRow[];
type Props = {
  name: string;
  subject: string;
  about: string;
  answers: Rows;
  cv: Rows;
  origin: Rows;
  technical: readonly string[];
  location: LeadLocation;
  alert: string | undefined;
};

/** Notifies HR of an application. The CV stays on the server, which checks who may read it. */
export const hrNotice = noticeToHr({
  name: 'recruiting.hr-notice',
  kind: 'application',
  when: { after: 'received', kinds: ['application'] },
  event: 'hr notified',
  title: (count) => `${count} applications`,
});

/** Notifies HR that the scanner found something in a CV, which is held back. The job that scans enqueues this one. */
export const infectedNotice = noticeToHr({
  name: 'recruiting.infected-notice',
  kind: 'infected-cv',
  when: undefined,
  event: 'hr warned',
  title: (count) => `${count} CVs held back`,
  alert: 'The virus scanner found something in the CV of this application. It is held back: ask the applicant for another copy.',
});

type Own = Pick<LeadJob, 'name' | 'when'> &
  Pick<LeadNotice<Props>, 'kind' | 'event'> & { title: (count: number) => string; alert?: string };

function noticeToHr({ title, alert, ...own }: Own): LeadJob {
  return defineLeadMail<Props>({
    ...own,
    to: 'HR_MAIL',
    read: async (lead, { store, settings }) => {
      const application = await findApplication(store.db, lead.id);
      return application && { ...noticeOf(application, settings), alert };
    },
    digest: {
      title,
      entry: ({ name, subject, answers, cv, origin, location }) => ({
        heading: `${name}: ${subject}`,
        rows: [...answers, ...cv, ...origin],
        location,
      }),
    },
    subject: ({ name, subject }) => `${alert === undefined ? 'Application' : 'CV held back'}: ${name} (${subject})`,
    preheader: ({ answers }) =>
      answers
        .map(([, value]) => value)
        .join(', ')
        .slice(0, 120),
    Body: ({ name, about, answers, cv, origin, technical, location, alert }) => (
      <>
        <Heading>{name}</Heading>
        <Text>{alert ?? `${about}. Replying to this message writes to the applicant.`}</Text>
        <Details rows={answers} />
        <Details rows={cv} />
        <Details rows={origin} />
        <LeadLocationButton location={location} />
        {technical.length > 0 && <Technical lines={technical} />}
      </>
    ),
  });
}

function noticeOf({ lead, answers, cv }: StoredApplication, settings: Settings): Omit<Props, 'alert'> {
  const [file, scan, ...digest] = cvRows(cv);
  const technical = [
    ...digest.map(([label, value]) => `${label} of the CV: ${value}`),
    ...(settings.DESK_PORT === undefined ? [`The CV, on the server: npm run applications -- cv ${lead.id} > cv.pdf`] : []),
  ];
  const subject = positionWords(answers.subject ?? '');
  return {
    name: fullName(lead),
    subject,
    about: answers.subject === SPONTANEOUS_SUBJECT ? 'A spontaneous application' : `An application for ${subject}`,
    answers: answerRows(lead),
    cv: [file, scan].filter((row) => row !== undefined),
    origin: originRows(lead, settings),
    technical,
    location: leadLocation(lead, settings),
  };
}
