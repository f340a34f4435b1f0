import * as v from 'valibot';
import type { JobServices } from './job-services.ts';
import { defineJob, type JobContext } from '../queue/job.ts';
import { enqueue } from '../queue/job-queue.ts';
import type { Log } from '../kernel/log.ts';
import type { Store } from '../store/store.ts';
import { ceilingMail } from './ceiling.mail.tsx';
import type { Ceiling } from './mailer.ts';

export const ceilingAlarm = defineJob({
  name: 'mail.ceiling-alarm',
  payload: v.object({ setting: v.picklist(['FIRST_MAILS_PER_HOUR', 'FIRST_MAILS_PER_DAY']) }),
  run: async ({ setting }, context: JobContext<JobServices>) => {
    const { mailer, settings } = context.services;
    // Without OPS_MAIL alerts are in the log alone.
    if (settings.OPS_MAIL === undefined) return undefined;
    return mailer.send(ceilingMail, { setting, limit: settings[setting] }, { to: settings.OPS_MAIL }, context);
  },
});

/** Logs that a ceiling is reached and has OPS_MAIL told, once a day for each setting, however many servers share the store. */
export function createCeilingAlarm(store: Store, log: Log, now: () => number = Date.now): (setting: Ceiling) => Promise<void> {
  const told = new Map<Ceiling, string>();
  return async (setting) => {
    const day = new Date(now()).toISOString().slice(0, 10);
    if (told.get(setting) === day) return;
    const uniqueKey = `mail-ceiling:${setting}:${day}`;
    const first = await enqueue(store.db, ceilingAlarm, { setting }, { uniqueKey, now: now() });
    told.set(setting, day);
    if (first !== undefined) log.error({ setting }, `mails to new addresses wait: as many as ${setting} allows have left`);
  };
}
