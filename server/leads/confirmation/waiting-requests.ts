import { sql, type SelectQueryBuilder } from 'kysely';
import { present } from '../../../contract/checked.ts';
import type { Schema } from '../../store/schema.ts';
import type { LeadRow } from '../../store/tables/lead-tables.ts';
import type { Tx } from '../../store/store.ts';
import { addEvents } from '../lead-repository.ts';
import type { FastifyRequest } from 'fastify';
import { SENT_REQUEST_COOKIE } from '../../../contract/sent-request.ts';
import type { Settings } from '../../settings/settings.ts';

/** The source of a request: the sender's network, or the request's id where that is unknown. */
const SOURCE = sql<string>`coalesce((select network from lead_sources where lead_sources.lead_id = leads.id), leads.id)`;

/** Requests that the confirming page lists at most. */
export const LISTED = 50;

/** The kinds whose address is confirmed by a link. Applications and messages are answered by people instead. */
export const CONFIRMED_BY_LINK = ['contact', 'report'] as const;

export function isConfirmedByLink({ kind }: Pick<LeadRow, 'kind'>): boolean {
  return CONFIRMED_BY_LINK.some((one) => one === kind);
}

/** A request that waits for a confirmation. `more`: how many others of its source wait and are not listed. */
export type WaitingRequest = LeadRow & { more: number };

export type WaitingRequests = {
  requests: WaitingRequest[];
  /** How many requests wait, listed or not. */
  total: number;
  /** Whether the owner of the mailbox has answered about each of them. */
  answered: boolean;
};

export type Listing = {
  /** Ids: the request that the link was sent for, and the one that this browser sent. */
  linked?: string | undefined;
  sentHere?: string | undefined;
  /** 0: the selection that `readWaiting` describes. From 1 on: all requests page by page, newest first. */
  page?: number | undefined;
};

/**
 * The requests of a mailbox that wait for a confirmation, without those that its owner declined. If there are more than fit, only the first and the newest of
 * each source are listed, rare sources first, so that a flood in somebody's name does not hide the owner's own request.
 */
export async function readWaiting(db: Tx, key: string, { linked = '', sentHere = '', page = 0 }: Listing = {}): Promise<WaitingRequests> {
  const ranked = waitingOf(db, key, linked).select([
    'leads.id as ranked_id',
    SOURCE.as('source'),
    sql<number>`count(*) over (partition by ${SOURCE})`.as('alike'),
    sql<number>`count(*) over ()`.as('total'),
    sql<number>`count(leads.owner_answer) over ()`.as('answered'),
    sql<number>`row_number() over (partition by ${SOURCE} order by leads.created_at desc, leads.id desc)`.as('newest'),
    sql<number>`row_number() over (partition by ${SOURCE} order by leads.created_at, leads.id)`.as('first'),
  ]);
  let query = db
    .selectFrom(ranked.as('ranked'))
    .innerJoin('leads', 'leads.id', 'ranked.ranked_id')
    .selectAll('leads')
    .select(['source', 'alike', 'total', 'answered']);
  if (page > 0) query = query.offset((page - 1) * LISTED);
  else
    query = query
      .where((eb) =>
        eb.or([eb('total', '<=', LISTED), eb('newest', '=', 1), eb('first', '=', 1), eb('leads.id', 'in', [linked, sentHere])]),
      )
      .orderBy((eb) =>
        eb
          .case()
          .when('leads.id', '=', sentHere)
          .then(0)
          .when(eb.and([eb('leads.id', '=', linked), eb('total', '>', LISTED)]))
          .then(1)
          .else(2)
          .end(),
      )
      .orderBy((eb) => eb.case().when('total', '>', LISTED).then(eb.ref('alike')).else(0).end());
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(LISTED).execute();
  const listed = Map.groupBy(rows, (row) => row.source);
  const requests = rows.map((row) => {
    const alike = present(listed.get(row.source));
    return { ...row, more: present(alike.at(-1)).id === row.id ? row.alike - alike.length : 0 };
  });
  return { requests, total: rows[0]?.total ?? 0, answered: rows.every(({ total, answered }) => total === answered) };
}

/** Those of the given requests that wait for the mailbox's confirmation. */
export async function waitingAmong(
  db: Tx,
  key: string,
  { ids, linked }: { ids: readonly string[]; linked: string | undefined },
): Promise<LeadRow[]> {
  return waitingOf(db, key, linked).selectAll().where('id', 'in', ids).execute();
}

/** The spellings of the mailbox's address in its waiting requests. */
export async function addressesOf(db: Tx, key: string): Promise<string[]> {
  const rows = await waitingOf(db, key).select('email').distinct().limit(MAX_ADDRESSES).execute();
  return rows.map(({ email }) => email);
}

const MAX_ADDRESSES = 500;

type OwnersWord = 'unpicked' | 'declined';

/**
 * Records that the owner of a mailbox saw requests and did not confirm them (`unpicked`) or called them somebody else's (`declined`): the requests that were
 * shown, and those of the same sources that waited with them.
 */
export async function markAnswered(
  tx: Tx,
  key: string,
  { shown, answer, at }: { shown: readonly LeadRow[]; answer: OwnersWord; at: number },
): Promise<void> {
  if (shown.length === 0) return;
  const ids = shown.map(({ id }) => id);
  const alike = waitingOf(tx, key)
    .where((eb) => eb.or([eb('owner_answer', 'is', null), eb('id', 'in', ids)]))
    .where('created_at', '<=', Math.max(...shown.map((lead) => lead.created_at)))
    .where((eb) => eb(SOURCE, 'in', tx.selectFrom('leads').select(SOURCE.as('source')).where('id', 'in', ids)));
  const rows = await alike.select('id').execute();
  const kind = answer === 'declined' ? 'declined by the owner of the address' : 'seen by the owner of the address, and not confirmed';
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE).map(({ id }) => id);
    await tx.updateTable('leads').set({ owner_answer: answer }).where('id', 'in', some).execute();
    await addEvents(tx, some, { at, kind });
  }
}

/** Rows that one statement changes. */
const AT_ONCE = 500;

/** @param linked id of a request that is included even if it is suspected spam */
function waitingOf(db: Tx, key: string, linked = ''): SelectQueryBuilder<Schema, 'leads', object> {
  return db
    .selectFrom('leads')
    .where('email_key', '=', key)
    .where('kind', 'in', CONFIRMED_BY_LINK)
    .where('status', '=', 'unverified')
    .where((eb) => eb.or([eb('suspected_spam', '=', 0), eb('id', '=', linked)]))
    .where((eb) => eb.or([eb('owner_answer', 'is', null), eb('owner_answer', '!=', 'declined')]));
}

/** A cookie for the pages of links alone: the id of the request that this browser sent last. The id gives access to nothing. */
export function sentHereCookie({ LINK_HOURS, PUBLIC_URL }: Pick<Settings, 'LINK_HOURS' | 'PUBLIC_URL'>, id: string): string {
  const secure = PUBLIC_URL.startsWith('https:') ? '; Secure' : '';
  return `${SENT_REQUEST_COOKIE}=${id}; Path=/verify; HttpOnly; SameSite=Lax; Max-Age=${LINK_HOURS * 3600}${secure}`;
}

/** The id of the request that this browser sent last, if it kept the cookie. */
export function sentHere({ headers }: FastifyRequest): string | undefined {
  return new RegExp(`(?:^|; *)${SENT_REQUEST_COOKIE}=([0-9a-f-]{36})(?:;|$)`).exec(headers.cookie ?? '')?.[1];
}
