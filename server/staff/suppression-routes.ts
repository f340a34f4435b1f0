import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import * as calls from '../../contract/calls/desk/queue-calls.ts';
import type { HttpContext } from '../http/http-context.ts';
import { HttpRefusal } from '../http/desk-answers.ts';
import { furtherAfter, type DeskRoute } from '../http/desk-route.ts';
import { addEvent } from '../leads/lead-repository.ts';
import { addressKey, exactKey } from '../kernel/address.ts';
import { liftSuppressions } from '../mail/suppression.ts';
import { jsonObject } from '../store/json-column.ts';
import type { SuppressionRow } from '../store/tables/mail-tables.ts';
import type { Tx } from '../store/store.ts';
import { seenLeads, type SeenLead } from './seen-leads.ts';

type SuppressionContext = Pick<HttpContext, 'store' | 'settings' | 'now'>;

const PAGE = 100;
const LATEST = 5;

/** Routes for bounces and for addresses to which nothing is sent. An address is shown in full only to staff who entered it or may see a lead with it. */
export function suppressionRoutes(route: DeskRoute, { store, settings, now }: SuppressionContext): void {
  route(calls.listSuppressions, async ({ roles, record }, { address, before }) => {
    let query = store.db.selectFrom('suppressions').selectAll().orderBy('at', 'desc').orderBy('address_key');
    if (address !== undefined) query = query.where('address_key', 'in', [exactKey(address), addressKey(address)]);
    if (before !== undefined) query = query.where('at', '<', before);
    const rows = await query.limit(PAGE + 1).execute();
    const suppressions = [];
    for (const row of rows.slice(0, PAGE)) {
      const ids = await leadsOf(store.db, row);
      const seen = [...(await seenLeads(store.db, ids, roles)).values()][0];
      suppressions.push(shown(row, seen, seen !== undefined || address !== undefined));
    }
    const isAsked = address !== undefined;
    await record(store.db, { detail: { addresses: suppressions.length, asked: isAsked, ...furtherAfter(before) }, each: isAsked });
    return { suppressions, more: rows.length > PAGE };
  });

  route(calls.liftSuppression, async ({ accountId: actor, record }, { id }) =>
    store.begin(async (tx) => {
      const rows = await tx.selectFrom('suppressions').selectAll().execute();
      const row = rows.find(({ address_key: key }) => nameOf(key) === id);
      if (row === undefined) return new HttpRefusal(404, { detail: 'Nothing keeps mail from this address any more.' });
      await liftSuppressions(tx, [row.address_key]);
      const leads = await leadsOf(tx, row);
      for (const lead of leads) await addEvent(tx, lead, { at: now(), kind: 'mail may go there again', actor });
      await record(tx, leads[0] === undefined ? {} : { subject: { kind: 'lead', id: leads[0] } });
      return {};
    }),
  );

  route(calls.listBounces, async ({ roles, record }, { before }) => {
    const rows = await bouncesBefore(store.db, before);
    const leads = await seenLeads(store.db, [...new Set(rows.map((row) => row.lead_id))], roles);
    const bounces = rows.slice(0, PAGE).map(({ id, at, kind, detail, lead_id: lead }) => {
      const { status } = jsonObject(detail);
      return { id, at, kind, status: typeof status === 'string' ? status : '', lead: leads.get(lead) ?? null };
    });
    await record(store.db, { detail: { bounces: bounces.length, ...furtherAfter(before) } });
    return { bounces, more: rows.length > PAGE, reported: settings.BOUNCE_SECRET !== undefined };
  });
}

/** Has the condition of the index on these entries (migration 0171), so that the index is used. */
function bouncesBefore(db: Tx, before = Number.MAX_SAFE_INTEGER) {
  return db
    .selectFrom('lead_events')
    .select(['id', 'at', 'kind', 'detail', 'lead_id'])
    .where(sql<boolean>`kind in ('mail came back for good', 'mail came back', 'mail called spam')`)
    .where('at', '<', before)
    .orderBy('at', 'desc')
    .limit(PAGE + 1)
    .execute();
}

async function leadsOf(db: Tx, { address_key: key }: Pick<SuppressionRow, 'address_key'>): Promise<string[]> {
  const rows = await db
    .selectFrom('leads')
    .select('id')
    .where('email_key', '=', addressKey(key))
    .orderBy('created_at', 'desc')
    .limit(LATEST)
    .execute();
  return rows.map(({ id }) => id);
}

function shown({ address_key: key, reason, at }: SuppressionRow, lead: SeenLead | undefined, whole: boolean) {
  const masked = `${key.slice(0, 1)}…${key.slice(key.lastIndexOf('@'))}`;
  return { id: nameOf(key), address: whole ? key : masked, reason, at, lead: lead ?? null };
}

/** Identifies an address by its hash, since URLs must not contain addresses. */
function nameOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
