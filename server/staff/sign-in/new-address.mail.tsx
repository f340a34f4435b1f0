import { Button, Heading, Text } from '../../mail/layout.tsx';
import { defineMail } from '../../mail/mail.ts';
import * as v from 'valibot';
import type { JobServices } from '../../mail/job-services.ts';
import { defineJob, type JobContext } from '../../queue/job.ts';
import { findWaitingSignIn, giveToken } from './sign-in.mail.tsx';
import { findAccount } from '../accounts.ts';

const newAddressMail = defineMail<{ link: string; name: string }>({
  kind: 'desk-new-address',
  limit: 'none',
  subject: () => 'Your new work address at the desk',
  preheader: () => 'The link works once, for a day.',
  Body: ({ link, name }) => (
    <>
      <Heading>Is this your work address?</Heading>
      <Text>
        Hello {name}, an administrator of the desk gave your account this address. It holds once you say so: you sign in with it from then
        on, and are signed out everywhere. The link works once, for a day.
      </Text>
      <Button href={link} fallback="If the button does not work, open this address in your browser:">
        Use this address
      </Button>
      <Text quiet>If you have no account at the desk, ignore this message: then nothing changes.</Text>
    </>
  ),
});

const addressChangedMail = defineMail<{ name: string; address: string }>({
  kind: 'desk-address-changed',
  limit: 'none',
  subject: () => 'This address signs in to the desk no more',
  preheader: () => 'Your account has another work address.',
  Body: ({ name, address }) => (
    <>
      <Heading>Your account has another address</Heading>
      <Text>
        Hello {name}, your account at the desk belongs to {address} now. This address signs nobody in any more, and you were signed out
        everywhere.
      </Text>
      <Text quiet>If that was not agreed with you, tell an administrator of the desk at once.</Text>
    </>
  ),
});

/** Sends the link by which the reader of a new address confirms it. */
export const newAddressLink = defineJob({
  name: 'desk.new-address',
  payload: v.object({ signIn: v.string() }),
  run: async ({ signIn }, context: JobContext<JobServices>) => {
    const { store, mailer, settings } = context.services;
    const asked = await findWaitingSignIn(signIn, context);
    if (asked === undefined || asked.challenge === null) return undefined;
    const link = `${settings.DESK_URL}/new-address?token=${await giveToken(store, signIn)}`;
    return mailer.send(newAddressMail, { link, name: asked.account.name }, { to: asked.challenge }, context);
  },
});

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
