import * as v from 'valibot';
import type { JobServices } from '../mail/job-services.ts';
import { defineJob, type JobContext } from '../queue/job.ts';
import { weeklyCounts } from './weekly-counts.ts';
import { weeklyMail } from './weekly-summary.mail.tsx';

/** Sent even when there is nothing to do: a missing mail shows that something is wrong. */
export const weeklySummary = defineJob({
  // Stored with jobs, so it must never change; the mail's kind likewise.
  name: 'alerts.weekly-word',
  payload: v.object({ monday: v.string() }),
  run: async (_payload, context: JobContext<JobServices>) => {
    const { store, mailer, settings } = context.services;
    if (settings.OPS_MAIL === undefined) return { held: 'OPS_MAIL is not set any more' };
    const counts = await weeklyCounts(store.db, context.now());
    return mailer.send(weeklyMail, { counts, site: settings.PUBLIC_URL }, { to: settings.OPS_MAIL }, context);
  },
});
