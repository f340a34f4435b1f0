import { careerForm } from '../../contract/forms/career.ts';
import { defineLeadMail, type StaffMail } from '../leads/define-lead-mail.ts';
import type { LeadJob } from '../leads/lead-job.ts';
import { fullName } from '../leads/lead-repository.ts';
import { Details, Heading, Text } from '../mail/layout.tsx';
import { findApplication, type StoredApplication } from './application-repository.ts';
import { cvRows } from './cv-text.ts';

type Rows = readonly (readonly [label: string, value: string])[];
type Props = {
  name: string;
  subject: string;
  id: string;
  answers: Rows;
  cv: Rows;
  alert: string | undefined;
};

/** Tells HR of an application. The CV stays on the server, where who may read it is settled. */
export const hrNotice = noticeToHr({
  name: 'recruiting.hr-notice',
  kind: 'application',
  when: { after: 'received', of: ({ kind }) => kind === 'application' },
  event: 'hr notified',
  title: (count) => `${count} applications`,
});

/** Tells HR that the scanner found something in a CV, which is held back. The scan enqueues it. */
export const infectedNotice = noticeToHr({
  name: 'recruiting.infected-notice',
  kind: 'infected-cv',
  when: undefined,
  event: 'hr warned',
  title: (count) => `${count} CVs held back`,
  alert: 'The virus scanner found something in the CV of this application. It is held back: ask the applicant for another copy.',
});

type Own = Pick<StaffMail<Props>, 'name' | 'kind' | 'when' | 'event'> & { title: (count: number) => string; alert?: string };

function noticeToHr({ title, alert, ...own }: Own): LeadJob {
  return defineLeadMail<Props>({
    ...own,
    to: 'HR_MAIL',
    read: async (lead, db) => {
      const application = await findApplication(db, lead.id);
      return application && { ...noticeOf(application), alert };
    },
    digest: {
      title,
      entry: ({ name, subject, id, answers, cv }) => ({
        heading: `${name}: ${subject}`,
        rows: [...answers, ...cv],
        command: `npm run applications -- show ${id}`,
      }),
    },
    subject: ({ name, subject }) => `${alert === undefined ? 'Application' : 'CV held back'}: ${name} (${subject})`,
    preheader: ({ answers }) =>
      answers
        .map(([, value]) => value)
        .join(', ')
        .slice(0, 120),
    Body: ({ name, subject, id, answers, cv, alert }) => (
      <>
        <Heading>{name}</Heading>
        <Text>{alert ?? `An application for ${subject}. Replying to this message writes to the applicant.`}</Text>
        <Details rows={answers} />
        <Details rows={cv} />
        <Text quiet>
          The CV, on the server: npm run applications -- cv {id} &gt; cv.pdf
          <br />
          The whole history: npm run applications -- show {id}
        </Text>
      </>
    ),
  });
}

function noticeOf({ lead, answers, cv }: StoredApplication): Omit<Props, 'alert'> {
  return {
    name: fullName(lead),
    subject: answers.subject ?? '',
    id: lead.id,
    answers: careerForm.fields.flatMap(({ field: name }) => {
      const { label, kind } = careerForm.catalogue[name]!;
      const value = answers[name];
      if (value === undefined) return [];
      return [kind === 'checkbox' ? (['Newsletter', value === 'true' ? 'yes' : 'no'] as const) : ([label, value] as const)];
    }),
    cv: cvRows(cv),
  };
}
