import { readable, requestOf } from '../leads/lead-columns.ts';
import { createSlices } from '../kernel/slices.ts';
import type { BookingRow } from '../store/booking-schema.ts';
import type { LeadWorkRow } from '../store/desk-schema.ts';
import { jsonOrText } from '../store/json-column.ts';
import type { FileRow, LeadRow } from '../store/schema.ts';
import { workFields } from '../store/staff-columns.ts';
import { iso, isoOrNull } from './export-times.ts';
import type { KeptMail } from './kept-mails.ts';
import { staffDocument, type StaffTrace } from './staff-traces.ts';
import type { Traces } from './traces.ts';

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
    mailsCounted: traces.mailLog.map((row) => ({ kind: row.kind, at: iso(row.at), firstMail: row.first_mail === 1 })),
    nothingIsSentTo: traces.suppressions.map((row) => ({ address: row.address_key, reason: row.reason, since: iso(row.at) })),
    repeatedRequests: traces.idempotency.map((row) => ({
      key: row.key,
      fingerprint: row.fingerprint,
      answer: row.body,
      at: iso(row.created_at),
    })),
    jobs: traces.jobs.map((job) => ({
      job: job.name,
      status: job.status,
      about: jsonOrText(job.payload),
      created: iso(job.created_at),
      finished: isoOrNull(job.finished_at),
      lastError: job.last_error,
    })),
    ...(staff && { deskAccounts: staff.map(staffDocument) }),
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

function requestDocument(stored: LeadRow, traces: Traces, own: RowsOf) {
  const lead = readable(stored);
  return {
    id: lead.id,
    request: requestOf(lead).request,
    kind: lead.kind,
    form: `${lead.form}, version ${lead.form_version}`,
    caller: lead.caller,
    product: lead.product,
    email: lead.email,
    received: iso(lead.created_at),
    status: lead.status,
    verified: isoOrNull(lead.verified_at),
    ownerAnswer: lead.owner_answer,
    suspectedSpam: lead.suspected_spam === 1 ? (lead.spam_reason ?? true) : false,
    about: stored.about === null ? null : jsonOrText(stored.about),
    answers: jsonOrText(stored.answers),
    attribution: jsonOrText(stored.attribution),
    consents: own(traces.consents).map((row) => ({
      at: iso(row.at),
      action: row.action,
      purpose: row.purpose,
      text: row.text,
      version: row.text_version,
      page: row.page,
    })),
    history: own(traces.events).map((row) => ({ at: iso(row.at), what: row.kind, detail: jsonOrText(row.detail) })),
    work: own(traces.work).map((row) => ({ ...workDocument(row), changed: iso(row.changed_at) })),
    ratings: own(traces.ratings).map((row) => ({ rating: row.rating, at: iso(row.at) })),
    ourAnswers: own(traces.answers).map((row) => ({
      subject: row.subject,
      text: row.body,
      written: iso(row.at),
      sent: isoOrNull(row.sent_at),
    })),
    keptForLonger: own(traces.keeping).map((row) => ({ asked: iso(row.asked_at), days: row.days, until: isoOrNull(row.pool_until) })),
    meetings: own(traces.bookings).map(meetingDocument),
    tellingStaff: own(traces.staffNotices).map((row) => ({ why: row.kind, at: iso(row.at), read: isoOrNull(row.read_at) })),
    links: own(traces.verifications).map((row) => ({
      made: iso(row.created_at),
      sent: isoOrNull(row.sent_at),
      expires: iso(row.expires_at),
      used: isoOrNull(row.used_at),
    })),
    noticesToStaff: own(traces.notices).map((row) => ({ kind: row.kind, told: isoOrNull(row.told_at) })),
    passedOn: own(traces.deliveries).map((row) => ({ to: row.to, event: row.type, status: row.status, taken: isoOrNull(row.ended_at) })),
    files: own(traces.files).map(fileDocument),
  };
}

/** What staff set on a lead, without staff accounts and empty choices. */
function workDocument(row: LeadWorkRow) {
  const given = workFields.filter(({ kind, column }) => kind !== 'account' && (kind === 'line' || row[column] !== null));
  return Object.fromEntries(given.map(({ name, column }) => [name, row[column]]));
}

function meetingDocument(row: BookingRow) {
  return { at: iso(row.starts_at), state: row.state, timeZone: row.zone, booked: iso(row.created_at), changed: iso(row.changed_at) };
}

function fileDocument(row: FileRow) {
  return { file: cvFileOf(row), name: row.name, bytes: row.size, sha256: row.sha256, virusScan: row.scan, stored: iso(row.created_at) };
}
