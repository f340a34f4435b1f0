import { Details, Heading, Text, type DetailRow } from '../mail/layout.tsx';
import { defineMail } from '../mail/mail.ts';
import type { WeeklyCounts } from './weekly-counts.ts';

type Props = { counts: WeeklyCounts; site: string };

export const weeklyMail = defineMail<Props>({
  kind: 'weekly-word',
  limit: 'none',
  subject: ({ counts }) => (waits(counts) ? 'The week on the site: something waits for somebody' : 'The week on the site: nothing waits'),
  preheader: ({ counts }) => `${counts.leads} requests, ${counts.unverified} of them unverified, ${counts.spam} marked as spam.`,
  Body: ({ counts, site }) => (
    <>
      <Heading>The week on the site</Heading>
      <Text>
        What came in seven days, and what waits for somebody. No mail can tell that mail has stopped: miss this one on a Monday, and look.
      </Text>
      <Details rows={rowsOf(counts)} />
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

function withHint(count: number, hint: string): string {
  return count === 0 ? '0' : `${count} (${hint})`;
}
