import { actionDetailWords, actionWords, commandName } from '../../../contract/desk/action-words.ts';
import { dateTime } from '../../../contract/figures/format.ts';
import type { Done } from '../../http/desk-route.ts';
import { Button, Details, Heading, Text } from '../../mail/layout.tsx';
import { defineMail } from '../../mail/mail.ts';
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { mayUse, type Permission } from '../../../contract/desk/roles.ts';
import type { JobServices } from '../../mail/job-services.ts';
import { defineJob, type JobContext } from '../../queue/job.ts';
import { enqueue } from '../../queue/job-queue.ts';
import type { Tx } from '../../store/store.ts';
import { findAccount, listAccounts } from '../accounts.ts';

type Props = {
  who: string;
  action: string;
  /** What the action was done to, by a name that the reader may see. */
  subject: string | undefined;
  detail: NonNullable<Done['detail']>;
  nameOf: (account: string) => string | undefined;
  at: number;
  zone: string;
  desk: string;
};

const actionNoticeMail = defineMail<Props>({
  kind: 'desk-told-action',
  limit: 'none',
  subject: ({ who, ...told }) => `${headingOf(told)}, by ${who}`,
  preheader: ({ at, zone }) => dateTime(at, zone),
  Body: ({ who, action, subject, detail, nameOf, at, zone, desk }) => {
    const more = actionDetailWords(detail, nameOf);
    return (
      <>
        <Heading>{headingOf({ action, detail })}</Heading>
        <Details
          rows={[
            ['By', who],
            ['When', dateTime(at, zone, 'long')],
            ...(subject === undefined ? [] : [['What', subject] as const]),
            ...(more === '' ? [] : [['More', more] as const]),
          ]}
        />
        <Button href={desk} fallback="If the button does not work, open this address in your browser:">
          Open the desk
        </Button>
        <Text quiet>
          You get this because your roles have a say in it. If it was not agreed with you, ask {who}, or end their sessions.
        </Text>
      </>
    );
  },
});

/** What was only asked for, dropped or refused is not told as done. */
function headingOf({ action, detail }: Pick<Props, 'action' | 'detail'>): string {
  const prefix = undone[String(detail['outcome'] ?? '')];
  return prefix === undefined ? actionWords(action) : `${prefix}: ${action}`;
}

const undone: Readonly<Record<string, string>> = {
  asked: 'Asked for',
  waits: 'Waits for another person',
  kept: 'Not done',
  'own request': 'Refused',
};

/** Milliseconds within which the same action of the same person on the same subject, with the same detail, is mailed once. */
const WINDOW = 10 * 60_000;

/** Mails to a staff account an action of somebody else for which the account has the permission, too. */
export const actionNotice = defineJob({
  name: 'desk.told-action',
  payload: v.object({
    account: v.string(),
    actor: v.string(),
    action: v.string(),
    at: v.number(),
    subject: v.optional(v.object({ kind: v.string(), id: v.string() })),
    detail: v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
  }),
  run: async ({ account: id, actor, action, at, subject, detail }, context: JobContext<JobServices>) => {
    const { store, mailer, settings } = context.services;
    const account = await findAccount(store.db, id);
    if (account === undefined || account.state === 'revoked') return undefined;
    const names = new Map((await listAccounts(store.db)).map((one) => [one.id, one.name]));
    const props = {
      who: names.get(actor) ?? commandName(actor) ?? 'Somebody',
      action,
      // The mail contains nothing of a visitor's request: staff who may see it find it in the record of actions.
      subject: subject?.kind === 'account' ? names.get(subject.id) : subject?.kind === 'lead' ? undefined : subject?.id,
      detail,
      nameOf: (one: string) => names.get(one),
      at,
      zone: settings.TIME_ZONE,
      desk: settings.DESK_URL,
    };
    return mailer.send(actionNoticeMail, props, { to: account.address }, context);
  },
});

type Told = Done & { accountId: string; action: string; now: number; permission: Permission };

/** Enqueues a mail about an action to everybody else who has a permission, in the transaction of the action. */
export async function tellHolders(tx: Tx, { accountId: actor, action, subject, detail = {}, now, permission }: Told): Promise<void> {
  const told = createHash('sha256').update(JSON.stringify(detail)).digest('base64url').slice(0, 22);
  for (const { id, address, state, roles } of await listAccounts(tx)) {
    const holds = state === 'active' && address !== '' && mayUse(roles, permission);
    if (!holds || id === actor) continue;
    const payload = { account: id, actor, action, at: now, ...(subject !== undefined && { subject }), detail: { ...detail } };
    const uniqueKey = `desk-told:${id}:${actor}:${action}:${subject?.id ?? ''}:${told}:${Math.floor(now / WINDOW)}`;
    await enqueue(tx, actionNotice, payload, { now, uniqueKey });
  }
}
