import * as v from 'valibot';
import type { JobServices } from '../mail/job-services.ts';
import { defineJob, type JobContext } from '../queue/job.ts';
import { sealConsents } from '../leads/consents/consent-chain.ts';

/** Adds new consents to the chain. Not done in the form's transaction, because all servers would wait for one another there. */
export const sealConsentsJob = defineJob({
  name: 'privacy.seal-consents',
  payload: v.object({}),
  every: 10 * 60_000,
  async run(_payload, { services, now }: JobContext<JobServices>) {
    await sealConsents(services.store, now());
  },
});
