import * as v from 'valibot';
import type { JobServices } from '../mail/job-services.ts';
import { defineJob, type JobContext } from '../queue/job.ts';
import type { OnErased } from './erase-subject.ts';
import { syncErasures } from './reapply-erasures.ts';
import type { Scrub } from './scrub-thread.ts';
import { sealConsents } from '../leads/consents/consent-chain.ts';

type RetentionServices = JobServices & { scrub?: Scrub };

export const retentionJob = (onErased: OnErased) =>
  defineJob({
    name: 'privacy.retention',
    payload: v.object({}),
    every: 24 * 3_600_000,
    async run(_payload, { services, now }: JobContext<RetentionServices>) {
      const { store, files, settings, log, scrub } = services;
      const parts = { store, files, settings, dataDir: settings.DATA_DIR, now, onErased, scrub };
      // Adds erasures that were made through another server to this server's list in DATA_DIR.
      await syncErasures(parts, log);
      const { announceRemovals, removeOnSchedule } = await import('./retention-rules.ts');
      await announceRemovals(parts);
      await removeOnSchedule(parts, log);
    },
  });

/** Adds new consents to the chain. Not done in the form's transaction, because all servers would wait for one another there. */
export const sealConsentsJob = defineJob({
  name: 'privacy.seal-consents',
  payload: v.object({}),
  every: 10 * 60_000,
  async run(_payload, { services, now }: JobContext<JobServices>) {
    await sealConsents(services.store, now());
  },
});
