import { visitorMail } from '../booking/booking.mail.tsx';
import { visitorReminder } from '../booking/reminder.mail.tsx';
import type { LeadJob } from '../leads/lead-job.ts';
import { verification } from '../leads/confirmation/verification.mail.tsx';
import type { Mail } from '../mail/mail.ts';
import { applicationMail } from '../recruiting/application-mail.mail.tsx';

/** The mails to visitors whose texts staff can change. */
export function visitorMails(jobs: readonly LeadJob[]): readonly Mail<never>[] {
  const others: readonly Mail<never>[] = [verification, visitorMail, visitorReminder, applicationMail] as never;
  return [...others, ...jobs.flatMap(({ mail }) => mail ?? [])].filter(({ texts }) => texts !== undefined);
}
