import type { DeskLead } from '../../../contract/desk/lead-facts.ts';
import { csv } from '../../cli/text-table.ts';
import type { Store } from '../../store/store.ts';
import { findLeadPage, type LeadListQuery } from '../index/lead-list.ts';
import { readDeskLeads } from './lead-page.ts';

const PAGE = 500;

/** A list as CSV, line by line as they are read: safe in spreadsheets, and however long it is, little of it is in memory. */
export async function* exportLeads(
  store: Pick<Store, 'db' | 'dialect'>,
  query: Pick<LeadListQuery, 'filter' | 'sort'>,
): AsyncGenerator<string> {
  yield `${csv([columns.map(([name]) => name)])}\r\n`;
  let cursor: string | undefined;
  do {
    const page = await findLeadPage(store, { ...query, cursor, limit: PAGE });
    const leads = await readDeskLeads(
      store.db,
      page.rows.map((row) => row.lead_id),
    );
    if (leads.length > 0) yield `${csv(leads.map((lead) => columns.map(([, value]) => value(lead))))}\r\n`;
    cursor = page.next;
  } while (cursor !== undefined);
}

const columns: ReadonlyArray<readonly [name: string, value: (lead: DeskLead) => string]> = [
  ['id', ({ id }) => id],
  ['received', ({ createdAt }) => new Date(createdAt).toISOString()],
  ['changed', ({ changedAt }) => new Date(changedAt).toISOString()],
  ['request', ({ request }) => request],
  ['name', ({ name }) => name],
  ['email', ({ email }) => email],
  ['company', ({ company }) => company],
  ['country', ({ country }) => country ?? ''],
  ['form', ({ form }) => form],
  ['caller', ({ caller }) => caller],
  ['campaign', ({ campaign }) => campaign ?? ''],
  ['verified', ({ verified }) => String(verified)],
  ['suspectedSpam', ({ suspectedSpam }) => String(suspectedSpam)],
  ['state', ({ state }) => state],
  ['lostReason', ({ lostReason }) => lostReason ?? ''],
  ['owner', ({ owner }) => owner ?? ''],
  ['sample', ({ sample }) => String(sample)],
];
