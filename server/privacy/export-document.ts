import { readable, requestOf } from '../leads/lead-columns.ts';
import { createSlices } from '../kernel/slices.ts';
import { tables } from '../store/schema.ts';
import { givenOf, iso } from '../store/table.ts';
import type { FileRow } from '../store/tables/file-tables.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { KeptMail } from './kept-mails.ts';
import { ofAccounts, ofRequests, type StaffTrace, type Traces } from './traces.ts';

/** All data about an address, for machines. Times are ISO 8601 in UTC; `file` names a file in the archive. */
export type ExportDocument = Awaited<ReturnType<typeof exportDocument>>;

/** `staff`: the person's desk accounts, if they are one of the staff. */
export type ExportAbout = { address: string; spellings: readonly string[]; at: number; staff?: readonly StaffTrace[] };

/** Makes the document in slices that let the server answer: an address may have thousands of requests and mails. */
export async function exportDocument(traces: Traces, { address, spellings, at, staff }: ExportAbout) {
  const slice = createSlices();
  const rowsOf = createRowsOf();
  const requests = [];
  for (const lead of traces.leads) {
    requests.push(requestDocument(lead, traces, (rows) => rowsOf(rows, lead.id)));
    await slice();
  }
  return {
    address,
    spellings,
    exported: iso(at),
    requests,
    mailsCounted: traces.mailLog.map((row) => givenOf(tables.mail_log, row)),
    nothingIsSentTo: traces.suppressions.map((row) => givenOf(tables.suppressions, row)),
    repeatedRequests: traces.idempotency.map((row) => givenOf(tables.idempotency, row)),
    jobs: traces.jobs.map((row) => givenOf(tables.jobs, row)),
    ...(staff && { deskAccounts: staff.map(accountDocument) }),
    mails: traces.mails.filter((mail) => !mail.shared).map((mail) => ({ file: mailFileOf(mail), at: iso(mail.at) })),
    /** How many lists for staff are left out, because they name other people too. */
    mailsLeftOut: traces.mails.filter((mail) => mail.shared).length,
  };
}

export function cvFileOf({ key, name }: Pick<FileRow, 'key' | 'name'>): string {
  const safe = name
    .replace(/[^\p{L}\p{N} ._-]/gu, '_')
    .replace(/^\.+/, '')
    .slice(-80);
  return `files/${key.slice(0, 8)}-${safe || 'file'}`;
}

export function mailFileOf({ name }: Pick<KeptMail, 'name'>): string {
  return `mails/${name.replace(/^\./, '')}`;
}

type RowsOf = <Row extends { lead_id: string }>(rows: readonly Row[]) => Row[];

/** Finds the rows of a lead; each table is grouped by lead only once. */
function createRowsOf() {
  const tables = new Map<unknown, Map<string, unknown[]>>();
  return <Row extends { lead_id: string }>(rows: readonly Row[], id: string): Row[] => {
    const byLead = tables.get(rows) ?? Map.groupBy(rows, (row) => row.lead_id);
    tables.set(rows, byLead);
    return (byLead.get(id) ?? []) as Row[];
  };
}

function requestDocument(lead: LeadRow, traces: Traces, own: RowsOf) {
  const given = ofRequests.map((name) => [
    tables[name].given,
    own<{ lead_id: string }>(traces.rows[name]).map((row) => givenOf(tables[name], row)),
  ]);
  return {
    request: requestOf(readable(lead)).request,
    ...givenOf(tables.leads, lead),
    consents: own(traces.consents).map((row) => givenOf(tables.consents, row)),
    ...Object.fromEntries(given),
    passedOn: own(traces.deliveries).map((row) => ({ to: row.to, event: row.type, ...givenOf(tables.deliveries, row) })),
    files: own(traces.rows.files).map((row) => ({ file: cvFileOf(row), ...givenOf(tables.files, row) })),
  };
}

/** An account, without hashes and challenges, which only the server can use. */
function accountDocument({ account, rows }: StaffTrace) {
  const given = ofAccounts.map((name) => [tables[name].given, rows[name].map((row) => givenOf(tables[name], row))]);
  return { ...givenOf(tables.staff_accounts, account), ...Object.fromEntries(given) };
}
