import * as v from 'valibot';
import type { JobServices } from '../../mail/job-services.ts';
import { defineJob, type JobContext } from '../../queue/job.ts';
import { findAccount } from '../accounts.ts';
import { addressChangedMail } from './new-address.mail.tsx';

/** Tells the old address that it no longer signs in. */
export const addressChanged = defineJob({
  name: 'desk.address-changed',
  payload: v.object({ account: v.string(), old: v.string() }),
  run: async ({ account: id, old }, context: JobContext<JobServices>) => {
    const { store, mailer } = context.services;
    const account = await findAccount(store.db, id);
    if (account === undefined) return undefined;
    return mailer.send(addressChangedMail, { name: account.name, address: account.address }, { to: old }, context);
  },
});
