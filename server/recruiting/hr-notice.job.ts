import * as v from 'valibot';
import { careerForm } from '../../contract/forms/career.ts';
import type { JobServices } from '../job-services.ts';
import { defineJob, type JobContext } from '../jobs/job.ts';
import { sendNotice, type Notice } from '../mail/notice.ts';
import type { FileRow, Scan } from '../store/schema.ts';
import { hrNoticeMail } from './hr-notice.mail.tsx';
import { findApplication, type StoredApplication } from './application-repository.ts';

/** Tells HR of an application, with its answers and without its file. */
export const hrNotice = defineJob({
  name: 'recruiting.hr-notice',
  payload: v.object({ leadId: v.string() }),
  run: ({ leadId }, context: JobContext<JobServices>) => sendNotice(received, leadId, context),
});

/** Tells HR that the scanner found something in a CV, which is held back. */
export const infectedNotice = defineJob({
  name: 'recruiting.infected-notice',
  payload: v.object({ leadId: v.string() }),
  run: ({ leadId }, context: JobContext<JobServices>) => sendNotice(infected, leadId, context),
});

const received = notice({ kind: 'application', title: (count) => `${count} applications`, event: 'hr notified' });

const infected = notice({
  kind: 'infected-cv',
  title: (count) => `${count} CVs held back`,
  event: 'hr warned',
  alert: 'The virus scanner found something in the CV of this application. It is held back: ask the applicant for another copy.',
});

type Props = ReturnType<typeof noticeOf> & { alert: string | undefined };

function notice({ alert, ...rest }: Pick<Notice<Props>, 'kind' | 'title' | 'event'> & { alert?: string }): Notice<Props> {
  return {
    ...rest,
    mail: hrNoticeMail,
    to: (settings) => settings.HR_MAIL,
    read: async (db, leadId) => {
      const application = await findApplication(db, leadId);
      return application && { props: { ...noticeOf(application), alert }, email: application.lead.email };
    },
    entry: ({ name, subject, id, answers, cv }) => ({
      heading: `${name}: ${subject}`,
      rows: [...answers, ...cv],
      command: `npm run applications -- show ${id}`,
    }),
  };
}

/** What the states of a CV mean to HR. */
export const scanWords: Readonly<Record<Scan, string>> = {
  unscanned: 'not scanned for viruses: no scanner is set up',
  pending: 'waiting for the virus scanner, held back until it is done',
  clean: 'scanned, nothing found',
  infected: 'held back: the virus scanner found something',
};

function noticeOf({ lead, answers, cv }: StoredApplication) {
  return {
    name: [answers.name, answers.lastname].filter(Boolean).join(' '),
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

/** A CV in words. */
export function cvRows(cv: FileRow | undefined): Array<readonly [label: string, value: string]> {
  if (cv === undefined) return [['CV', 'deleted']];
  const found = cv.scan_detail === null ? '' : ` (${cv.scan_detail})`;
  return [
    ['CV', `${cv.name}, ${cv.size.toLocaleString('en-GB')} bytes`],
    ['Virus scan', `${scanWords[cv.scan]}${found}`],
    ['SHA-256', cv.sha256],
  ];
}
