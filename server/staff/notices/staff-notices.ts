import { enqueue } from '../../queue/job-queue.ts';
import type { StaffNoticeRow } from '../../store/tables/staff-tables.ts';
import { newId } from '../../store/id.ts';
import type { Tx } from '../../store/store.ts';
import { noticeMailJob } from './notices.mail.tsx';
import * as v from 'valibot';
import * as calls from '../../../contract/calls/desk/notice-calls.ts';
import { updateAccount } from '../accounts.ts';
import type { LeadNews, NoticeMails } from '../../../contract/desk/lead-news.ts';
import { mayUse } from '../../../contract/desk/roles.ts';
import type { DeskRoute } from '../../http/desk-route.ts';
import { readable, requestOf, sectionOf, visibleSections } from '../../leads/lead-columns.ts';
import { dayInZone } from '../../work/index/day-in-zone.ts';
import { countComeBack } from '../../work/due.ts';
import { fullName } from '../../leads/lead-repository.ts';
import { jsonObject } from '../../store/json-column.ts';
import type { DeskContext } from '../desk-context.ts';

type StaffNotice = {
  /** Accounts to notify; the actor is left out. */
  accounts: readonly string[];
  leadId: string;
  /** Id of the entry in the lead's history. */
  event: string;
  kind: NoticeKind;
  /** Null: no colleague. */
  actor: string | null;
  at: number;
};

/** Milliseconds within which the notices for one account are sent as one mail. */
const WINDOW = 5 * 60_000;

/** Notifies staff of something, in the transaction that does it: at the desk at once, and by one mail for all notices of some minutes. */
export async function tellStaff(tx: Tx, { accounts, leadId, event, kind, actor, at }: StaffNotice): Promise<void> {
  for (const account of new Set(accounts)) {
    if (account === actor) continue;
    const by = { account_id: account, actor: actor ?? '', at, read_at: null, mailed_at: null };
    const row = { id: newId(at), lead_id: leadId, event_id: event, ...storedKind(kind), ...by };
    await tx.insertInto('staff_notices').values(row).execute();
    await enqueueMail(tx, account, at);
  }
}

/** Enqueues the mail of an account's notices for when it chose: within minutes, or the next morning. Each time has one mail. */
async function enqueueMail(tx: Tx, account: string, at: number): Promise<void> {
  const mails = await mailsOf(tx, account);
  if (mails === 'never') return;
  const [every, since] = mails === 'daily' ? [DAY, MORNING] : [WINDOW, 0];
  const window = Math.floor((at - since) / every) + 1;
  const uniqueKey = `desk-notices:${account}:${mails === 'daily' ? 'day:' : ''}${window}`;
  await enqueue(tx, noticeMailJob, { account, mails }, { now: at, runAt: window * every + since, uniqueKey });
}

const DAY = 24 * 3_600_000;
/** Time of day of daily mails, in UTC: before work begins in Europe. */
const MORNING = 6 * 3_600_000;

async function mailsOf(db: Tx, id: string): Promise<NoticeMails> {
  const row = await db.selectFrom('staff_accounts').select('notice_mails').where('id', '=', id).executeTakeFirst();
  return row?.notice_mails ?? 'at once';
}

type NoticeKind = StaffNoticeRow['kind'] | LeadNews;

function storedKind(kind: NoticeKind): Pick<StaffNoticeRow, 'kind' | 'news'> {
  return kind === 'named' || kind === 'assigned' ? { kind, news: null } : { kind: 'assigned', news: kind };
}

async function countUnread(db: Tx, account: string): Promise<number> {
  const { n } = await db
    .selectFrom('staff_notices')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('account_id', '=', account)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}

/** @param leadId marks the notices of this lead alone; undefined: all notices */
async function markRead(db: Tx, { account, leadId, at }: { account: string; leadId: string | undefined; at: number }): Promise<void> {
  let query = db.updateTable('staff_notices').set({ read_at: at }).where('account_id', '=', account).where('read_at', 'is', null);
  if (leadId !== undefined) query = query.where('lead_id', '=', leadId);
  await query.execute();
}

const LATEST = 100;

type NoticeWithLead = StaffNoticeRow & {
  kind_of_lead: string;
  caller: string;
  about: string | null;
  asked: string | null;
  answers: string;
  detail: string | null;
};

async function latestNotices(db: Tx, account: string): Promise<NoticeWithLead[]> {
  return db
    .selectFrom('staff_notices')
    .innerJoin('leads', 'leads.id', 'staff_notices.lead_id')
    .leftJoin('lead_events', 'lead_events.id', 'staff_notices.event_id')
    .selectAll('staff_notices')
    .select(['leads.kind as kind_of_lead', 'leads.caller', 'leads.about', 'leads.asked', 'leads.answers', 'lead_events.detail'])
    .where('account_id', '=', account)
    .orderBy('staff_notices.id', 'desc')
    .limit(LATEST)
    .execute();
}

const sees = { lead: 'leads.read', message: 'messages.read', application: 'applications.read' } as const;
const note = v.object({ text: v.string() });

export function noticeRoutes(route: DeskRoute, { store, settings, now }: Pick<DeskContext, 'store' | 'settings' | 'now'>): void {
  route(calls.countNotices, async ({ accountId, roles }) => ({
    unread: await countUnread(store.db, accountId),
    due: await countComeBack(store.db, { account: accountId, sections: visibleSections(roles), day: dayInZone(now(), settings.TIME_ZONE) }),
  }));

  route(calls.listNotices, async ({ accountId, roles, record }) => {
    const rows = await latestNotices(store.db, accountId);
    await record(store.db, { detail: { notices: rows.length } });
    const notices = rows.map(
      ({ id, at, kind, news, actor, read_at: readAt, lead_id: leadId, kind_of_lead: kindOfLead, detail, ...lead }) => {
        const section = sectionOf(kindOfLead);
        const isSeen = mayUse(roles, sees[section]);
        const noted = v.safeParse(note, jsonObject(detail));
        return {
          id,
          at,
          kind: news ?? kind,
          actor: actor === '' ? null : actor,
          about: {
            id: leadId,
            section,
            request: requestOf({ ...readable(lead), kind: kindOfLead }).request,
            name: isSeen ? fullName(readable(lead)) : '',
          },
          text: isSeen && noted.success ? noted.output.text : null,
          readAt,
        };
      },
    );
    return { notices, mails: await mailsOf(store.db, accountId) };
  });

  route(calls.chooseNoticeMails, async (who, { mails }) => {
    const { accountId } = who;
    await store.begin(async (tx) => {
      await who.record(tx, { detail: { mails } });
      await updateAccount(tx, accountId, { notice_mails: mails === 'at once' ? null : mails });
      // Unread notices are mailed at the time that is chosen now.
      if ((await countUnread(tx, accountId)) > 0) await enqueueMail(tx, accountId, now());
    });
    return {};
  });

  route(calls.readNotices, async ({ accountId }, { about }) => {
    await markRead(store.db, { account: accountId, leadId: about, at: now() });
    return {};
  });
}
