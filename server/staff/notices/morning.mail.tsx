import * as v from 'valibot';
import { visibleSections } from '../../leads/lead-columns.ts';
import type { JobServices } from '../../mail/job-services.ts';
import { Details, Heading, Link, Text } from '../../mail/layout.tsx';
import { defineMail } from '../../mail/mail.ts';
import { enqueue } from '../../queue/job-queue.ts';
import { defineJob, type JobContext } from '../../queue/job.ts';
import { minuteInZone } from '../../work/index/day-in-zone.ts';
import { findAccount, listAccounts, type Account } from '../accounts.ts';

type Props = { name: string; counts: Readonly<Record<'due' | 'meetings' | 'fresh' | 'waiting', string>>; link: string };

/** Contains numbers only, and nothing about visitors: names are shown at the desk. */
const morningMail = defineMail<Props>({
  kind: 'desk-morning',
  limit: 'none',
  subject: () => 'Today at the desk',
  preheader: ({ counts }) => `${counts.due} to come back to, ${counts.meetings} meetings, ${counts.waiting} wait for your answer`,
  Body: ({ name, counts, link }) => (
    <>
      <Heading>Today</Heading>
      <Text>Hello {name},</Text>
      <Details
        rows={[
          ['To come back to', counts.due],
          ['Meetings', counts.meetings],
          ['New, and nobody’s', counts.fresh],
          ['Yours, not answered yet', counts.waiting],
        ]}
      />
      <Text>
        <Link href={link}>Open it at the desk</Link>
      </Text>
      <Text quiet>You can switch this mail off there.</Text>
    </>
  ),
});

/** The hour, in the company's time zone, from which the mail goes. */
const HOUR = '07';

/** Enqueues each colleague's mail of the morning, once a day. */
export const morningJob = defineJob({
  name: 'desk.morning',
  payload: v.object({}),
  every: 10 * 60_000,
  async run(_payload, { services: { store, settings }, now }: JobContext<JobServices>) {
    const [day = '', time = ''] = minuteInZone(now(), settings.TIME_ZONE).split(' ');
    if (time.slice(0, 2) < HOUR) return;
    const accounts = (await listAccounts(store.db)).filter(isMailed);
    await store.begin(async (tx) => {
      for (const { id: account } of accounts)
        await enqueue(tx, morningMailJob, { account, day }, { now: now(), uniqueKey: `desk-morning:${account}:${day}` });
    });
  },
});

/** Mails to a colleague what waits today. Nothing is sent when nothing waits, or the day is over. */
export const morningMailJob = defineJob({
  name: 'desk.morning-mail',
  payload: v.object({ account: v.string(), day: v.string() }),
  run: async ({ account: id, day }, context: JobContext<JobServices>) => {
    const { store, mailer, settings } = context.services;
    const account = await findAccount(store.db, id);
    if (account === undefined || !isMailed(account)) return undefined;
    const { readToday } = await import('../../work/read-today.ts');
    const sections = visibleSections(account.roles);
    const today = await readToday(store, { account: id, sections, settings, now: context.now() });
    const { due, meetings, fresh, waiting } = today;
    if (today.day !== day || [due, meetings, fresh, waiting].every(({ rows }) => rows.length === 0)) return undefined;
    const counted = ({ rows, more }: typeof due) => `${rows.length}${more ? ' and more' : ''}`;
    const counts = { due: counted(due), meetings: counted(meetings), fresh: counted(fresh), waiting: counted(waiting) };
    return mailer.send(morningMail, { name: account.name, counts, link: `${settings.DESK_URL}/today` }, { to: account.address }, context);
  },
});

function isMailed({ state, address, morning_mail: mailed }: Account): boolean {
  return state === 'active' && address !== '' && mailed !== 0;
}
