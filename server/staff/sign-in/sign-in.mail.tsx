import { Button, Heading, Link, Text } from '../../mail/layout.tsx';
import { defineMail } from '../../mail/mail.ts';
import * as v from 'valibot';
import type { JobServices } from '../../mail/job-services.ts';
import { defineJob, type JobContext } from '../../queue/job.ts';
import { findAccount } from '../accounts.ts';
import type { Store } from '../../store/store.ts';
import { newToken, tokenHash } from './cookies.ts';

type Props = { link: string; name: string };

const signInMail = defineMail<Props>({
  kind: 'sign-in',
  limit: 'none',
  subject: () => 'Sign in to the desk',
  preheader: () => 'The link works once, for 10 minutes, in the browser that asked for it.',
  Body: ({ link, name }) => (
    <>
      <Heading>Sign in to the desk</Heading>
      <Text>Hello {name}, this link signs you in. It works once, for 10 minutes, in the browser that you asked with.</Text>
      <Button href={link} fallback="If the button does not work, open this address in the browser that you asked with:">
        Sign in
      </Button>
      <Text quiet>If you did not ask for it, ignore this message: without your browser the link opens nothing.</Text>
    </>
  ),
});

type InvitationProps = Props & { /** URL of the sign-in page. */ page: string; /** Whether the link signs in. */ signsIn: boolean };

const invitationMail = defineMail<InvitationProps>({
  kind: 'desk-invitation',
  limit: 'none',
  subject: () => 'You have an account at the desk',
  preheader: ({ signsIn }) => (signsIn ? 'The link signs you in once, within three days.' : 'Sign in by your work address.'),
  Body: ({ link, page, name, signsIn }) => (
    <>
      <Heading>Welcome to the desk</Heading>
      <Text>
        Hello {name}, you have an account at the desk, where our staff work on what the site receives and shows.{' '}
        {signsIn ? 'This link signs you in, once, within three days.' : 'Sign in with this address.'}
      </Text>
      <Button href={link} fallback="If the button does not work, open this address in your browser:">
        {signsIn ? 'Sign in' : 'Open the desk'}
      </Button>
      {signsIn && (
        <Text quiet>
          Later, and from other devices, you sign in with this address at <Link href={page}>{page}</Link>. Did you expect no account? Then
          ignore this message.
        </Text>
      )}
    </>
  ),
});

/** Sends the link that somebody asked for. */
export const signInLink = defineJob({
  name: 'desk.sign-in-link',
  payload: v.object({ signIn: v.string() }),
  run: async ({ signIn }, context: JobContext<JobServices>) => {
    const { store, mailer, settings } = context.services;
    const asked = await findWaitingSignIn(signIn, context);
    if (asked === undefined || asked.account.address === '') return undefined;
    const link = `${settings.DESK_URL}/sign-in/link?token=${await giveToken(store, signIn)}`;
    return mailer.send(signInMail, { link, name: asked.account.name }, { to: asked.account.address }, context);
  },
});

export const INVITATION_PATH = '/invitation';

/** Tells a person that they have an account. The mail's link signs in once; without a sign-in that waits for it, it leads to the sign-in page. */
export const invitation = defineJob({
  name: 'desk.invitation',
  payload: v.object({ account: v.string(), signIn: v.optional(v.string()) }),
  run: async ({ account: id, signIn }, context: JobContext<JobServices>) => {
    const { store, mailer, settings } = context.services;
    const account = await findAccount(store.db, id);
    if (account === undefined || account.state === 'revoked') return undefined;
    const waits = signIn !== undefined && account.state === 'invited' && (await findWaitingSignIn(signIn, context)) !== undefined;
    const page = `${settings.DESK_URL}/sign-in`;
    const link = waits ? `${settings.DESK_URL}${INVITATION_PATH}?token=${await giveToken(store, signIn)}` : page;
    return mailer.send(invitationMail, { link, page, name: account.name, signsIn: waits }, { to: account.address }, context);
  },
});

/** The account of a sign-in that waits for its mail; undefined if it was used or has expired, or the account may not sign in. */
export async function findWaitingSignIn(signIn: string, { services: { store }, now }: JobContext<JobServices>) {
  const asked = await store.db.selectFrom('staff_sign_ins').selectAll().where('id', '=', signIn).executeTakeFirst();
  if (asked === undefined || asked.used_at !== null || asked.expires_at <= now() || asked.account_id === null) return undefined;
  const account = await findAccount(store.db, asked.account_id);
  return account === undefined || account.state === 'revoked' ? undefined : { account, challenge: asked.challenge };
}

/** Makes the token of the mail's link. It is made only now, so that no job's payload contains it; the row has its hash. */
export async function giveToken({ db }: Store, signIn: string): Promise<string> {
  const token = newToken();
  await db
    .updateTable('staff_sign_ins')
    .set({ token_hash: tokenHash(token) })
    .where('id', '=', signIn)
    .execute();
  return token;
}
