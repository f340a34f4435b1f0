import * as v from 'valibot';
import type { JobServices } from '../mail/job-services.ts';
import { defineJob, type JobContext } from '../queue/job.ts';
import { alertKinds } from './alert-causes.ts';
import { alertMail } from './alert.mail.tsx';

const cause = v.object({
  kind: v.picklist(alertKinds),
  subject: v.string(),
  reason: v.string(),
  count: v.number(),
  since: v.number(),
  /** When it ended, milliseconds since the epoch; undefined while it lasts. */
  until: v.optional(v.number()),
});

export const alertJob = defineJob({
  name: 'alerts.alert',
  payload: v.object({ causes: v.array(cause) }),
  run: async ({ causes }, context: JobContext<JobServices>) => {
    const { mailer, settings } = context.services;
    if (settings.OPS_MAIL === undefined) return { held: 'OPS_MAIL is not set any more' };
    return mailer.send(alertMail, { causes, zone: settings.TIME_ZONE, site: settings.PUBLIC_URL }, { to: settings.OPS_MAIL }, context);
  },
});
