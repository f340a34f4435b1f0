import * as v from 'valibot';
import { Details, Heading, Text, type DetailRow } from '../mail/layout.tsx';
import { defineMail } from '../mail/mail.ts';
import type { JobServices } from '../mail/job-services.ts';
import { defineJob, type JobContext } from '../queue/job.ts';
import { dateLabel } from '../../contract/figures/reporting-date.ts';
import type { Tx } from '../store/store.ts';
import { weeklyCounts, type WeeklyCounts } from './weekly-counts.ts';

/**
 * The reporting date (`day`, ISO) and what waits for a decision on it: records with later days (`past`), names of records of under twelve months
 * (`short`), and the later quarter's end that all records reach (`next`).
 */
type Reporting = { day: string; past: readonly unknown[]; short: readonly string[]; isOld: boolean; next: string | undefined };

export type WeeklyServices = JobServices & {
  /** Without it the mail says nothing of the reporting date. */
  readReporting?: (db: Tx, at: { now: number; months: number }) => Promise<Reporting>;
};

/** `shortRecords`: the setting SHORT_RECORDS, why figures of under twelve months may be public. */
type Props = { counts: WeeklyCounts; reporting: Reporting | undefined; shortRecords: string | undefined; site: string };

const weeklyMail = defineMail<Props>({
  kind: 'weekly-word',
  limit: 'none',
  subject: ({ counts, reporting }) =>
    waits(counts) || dateWaits(reporting) ? 'The week on the site: something waits for somebody' : 'The week on the site: nothing waits',
  preheader: ({ counts }) => `${counts.leads} requests, ${counts.unverified} of them unverified, ${counts.spam} marked as spam.`,
  Body: ({ counts, reporting, shortRecords, site }) => (
    <>
      <Heading>The week on the site</Heading>
      <Text>
        What came in seven days, and what waits for somebody. No mail can tell that mail has stopped: miss this one on a Monday, and look.
      </Text>
      <Details rows={[...rowsOf(counts), ...reportingRows(reporting, shortRecords)]} />
      <Text quiet>Sent every Monday by {site} to OPS_MAIL.</Text>
    </>
  ),
});

function waits({ spam, heldJobs, deadJobs, pendingScans, infected }: WeeklyCounts): boolean {
  return spam + heldJobs + deadJobs + pendingScans + infected > 0;
}

function rowsOf(counts: WeeklyCounts): DetailRow[] {
  return [
    ['Requests of the week', String(counts.leads)],
    ['Of these unverified', withHint(counts.unverified, 'npm run leads -- --status unverified')],
    ['Marked as spam', withHint(counts.spam, 'npm run leads -- --spam; release ID sends what was held back')],
    ['Mails held back', withHint(counts.heldJobs, 'npm run jobs -- --status held')],
    ['Jobs that failed for good', withHint(counts.deadJobs, 'npm run jobs -- --status dead; retry ID')],
    ['CVs pending a scan', withHint(counts.pendingScans, 'npm run applications; is clamd there?')],
    ['CVs that a scan stopped', withHint(counts.infected, 'npm run applications')],
    ['Addresses that came to be refused', withHint(counts.suppressed, 'the history of their leads says why')],
  ];
}

function dateWaits(reporting: Reporting | undefined): boolean {
  return reporting !== undefined && (reporting.isOld || reporting.next !== undefined);
}

function reportingRows(reporting: Reporting | undefined, shortRecords: string | undefined): DetailRow[] {
  if (reporting === undefined) return [];
  const { day, past, short, isOld, next } = reporting;
  const words = [
    `${dateLabel(day)}${isOld ? ', which is old' : ''}`,
    ...(next === undefined ? [] : [`all records reach ${next}`]),
    ...(dateWaits(reporting) ? ['npm run portfolios -- date'] : []),
  ];
  return [
    ['Reporting date', words.join('; ')],
    ['Records with later days', String(past.length)],
    ...(short.length === 0
      ? []
      : [
          [
            'Of under twelve months',
            `${short.join(', ')}: ${shortRecords ?? 'not shown, until SHORT_RECORDS says who allowed it'}`,
          ] as const,
        ]),
  ];
}

function withHint(count: number, hint: string): string {
  return count === 0 ? '0' : `${count} (${hint})`;
}

/** Sent even when there is nothing to do: a missing mail shows that something is wrong. */
export const weeklySummary = defineJob({
  // Stored with jobs, so it must never change; the mail's kind likewise.
  name: 'alerts.weekly-word',
  payload: v.object({ monday: v.string() }),
  run: async (_payload, context: JobContext<WeeklyServices>) => {
    const { store, mailer, settings, readReporting } = context.services;
    if (settings.OPS_MAIL === undefined) return { held: 'OPS_MAIL is not set any more' };
    const counts = await weeklyCounts(store.db, context.now());
    const reporting = await readReporting?.(store.db, { now: context.now(), months: settings.REPORTING_DATE_MONTHS });
    const props = { counts, reporting, shortRecords: settings.SHORT_RECORDS, site: settings.PUBLIC_URL };
    return mailer.send(weeklyMail, props, { to: settings.OPS_MAIL }, context);
  },
});
