import { elementAt } from '../../../contract/checked.ts';
import { leadNewsWords, noticeMails, type LeadNews } from '../../../contract/desk/lead-news.ts';
import type { StaffNoticeRow } from '../../store/tables/staff-tables.ts';
import { Heading, Link, Text } from '../../mail/layout.tsx';
import { defineMail } from '../../mail/mail.ts';
import * as v from 'valibot';
import type { JobServices } from '../../mail/job-services.ts';
import { defineJob, type JobContext } from '../../queue/job.ts';
import { requestOf, sectionOf } from '../../leads/lead-columns.ts';
import { findAccount } from '../accounts.ts';

type Entry = { who: string; why: StaffNoticeRow['kind'] | LeadNews; request: string; link: string };

type Props = { name: string; entries: readonly Entry[] };

/** Contains nothing about visitors: their names and the notes are shown only at the desk. */
const noticesMail = defineMail<Props>({
  kind: 'desk-notices',
  limit: 'none',
  subject: ({ entries }) => (entries.length === 1 ? wordsOf(elementAt(entries, 0)) : `${entries.length} things for you at the desk`),
  preheader: ({ entries }) => entries.map(wordsOf).join('. '),
  Body: ({ name, entries }) => (
    <>
      <Heading>For you at the desk</Heading>
      <Text>Hello {name},</Text>
      {entries.map((entry, index) => (
        <Text key={index}>
          {wordsOf(entry)}
          <br />
          <Link href={entry.link}>Open it at the desk</Link>
        </Text>
      ))}
    </>
  ),
});

function wordsOf({ who, why, request }: Entry): string {
  if (why !== 'named' && why !== 'assigned') return `${request}: ${leadNewsWords[why]}`;
  return why === 'named' ? `${who} named you in a note: ${request}` : `${who} gave you a request: ${request}`;
}

/** Mails to a staff account, as one mail, all of its notices that were neither read nor mailed. */
export const noticeMailJob = defineJob({
  name: 'desk.notices',
  // Builds before 3.4 enqueue without `mails`.
  payload: v.object({ account: v.string(), mails: v.optional(v.picklist(noticeMails), 'at once') }),
  run: async ({ account: id, mails }, context: JobContext<JobServices>) => {
    const { store, mailer, settings } = context.services;
    const account = await findAccount(store.db, id);
    if (account === undefined || account.state === 'revoked' || account.address === '') return undefined;
    // The account has changed its choice since: another job mails at the time it chose, or it wants no mail.
    if ((account.notice_mails ?? 'at once') !== mails) return undefined;
    const rows = await store.db
      .selectFrom('staff_notices')
      .innerJoin('leads', 'leads.id', 'staff_notices.lead_id')
      .leftJoin('staff_accounts', 'staff_accounts.id', 'staff_notices.actor')
      .select([
        'staff_notices.id',
        'staff_notices.kind as told',
        'staff_notices.news',
        'lead_id',
        'leads.kind',
        'leads.caller',
        'leads.about',
        'leads.asked',
        'staff_accounts.name',
        'staff_notices.actor',
      ])
      .where('account_id', '=', id)
      .where('read_at', 'is', null)
      .where('mailed_at', 'is', null)
      .orderBy('staff_notices.id')
      .execute();
    if (rows.length === 0) return undefined;
    const entries = rows.map((row) => ({
      who: row.name ?? (row.actor === '' ? 'In turn, the desk' : 'Somebody'),
      why: row.news ?? row.told,
      request: requestOf(row).request,
      link: `${settings.DESK_URL}/${paths[sectionOf(row.kind)]}/${row.lead_id}`,
    }));
    const outcome = await mailer.send(noticesMail, { name: account.name, entries }, { to: account.address }, context);
    if (outcome !== undefined) return outcome;
    await store.db
      .updateTable('staff_notices')
      .set({ mailed_at: context.now() })
      .where(
        'id',
        'in',
        rows.map((row) => row.id),
      )
      .execute();
    return undefined;
  },
});

/** Paths of the desk's lists, by section. */
const paths = { lead: 'leads', message: 'messages', application: 'applications' } as const;
