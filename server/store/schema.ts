import type { BookingTables } from './booking-schema.ts';
import type { DeskTables } from './desk-schema.ts';
import type { DeliveryTables } from './delivery-schema.ts';
import type { PaperDraftRow, PaperRow, PortfolioRow, PositionRow, RecordDraftRow, TrackRecordRow } from './figure-schema.ts';
import type { ConsentChainRow, CookieConsentRow, ErasureRow, PrivacyLogRow } from './privacy-schema.ts';
import type { StaffTables } from './staff-schema.ts';

/** Row types of all tables, the same on both stores: times are whole milliseconds since the epoch, booleans are 0 and 1, documents are JSON text. */
export type Schema = DeskTables &
  StaffTables &
  DeliveryTables &
  BookingTables & {
    leads: LeadRow;
    lead_sources: LeadSourceRow;
    consents: ConsentRow;
    lead_events: LeadEventRow;
    verifications: VerificationRow;
    jobs: JobRow;
    outages: OutageRow;
    refused_staff: RefusedStaffRow;
    mail_log: MailLogRow;
    notices: NoticeRow;
    suppressions: SuppressionRow;
    idempotency: IdempotencyRow;
    rate_limits: RateLimitRow;
    files: FileRow;
    uploads: UploadRow;
    portfolios: PortfolioRow;
    track_records: TrackRecordRow;
    record_drafts: RecordDraftRow;
    secrets: SecretRow;
    papers: PaperRow;
    paper_drafts: PaperDraftRow;
    positions: PositionRow;
    alerts: AlertRow;
    alert_signals: AlertSignalRow;
    probes: ProbeRow;
    erasures: ErasureRow;
    privacy_log: PrivacyLogRow;
    withdrawals: WithdrawalRow;
    consent_chain: ConsentChainRow;
    cookie_consents: CookieConsentRow;
  };

export type LeadRow = {
  id: string;
  kind: string;
  product: string;
  caller: string;
  form: string;
  form_version: number;
  /** As the visitor typed it. */
  email: string;
  /** The address key (kernel/address.ts). Not renamed to `address_key`, because that would fail the old build in a rolling restart. */
  email_key: string;
  status: 'unverified' | 'verified';
  suspected_spam: 0 | 1;
  spam_reason: string | null;
  answers: string;
  attribution: string;
  created_at: number;
  verified_at: number | null;
  /** What the owner of the address answered about a request that they did not confirm. */
  owner_answer: 'unpicked' | 'declined' | null;
  /** The subject (NamedAbout). Null: none in particular, or stored by a build without this column. */
  about: string | null;
  /** 1: made by `npm run desk -- sample`. Nothing is sent for it. */
  sample: 1 | null;
};

/** The network that a lead came from, kept for as long as floods are detected by it. */
export type LeadSourceRow = {
  lead_id: string;
  /** The sender's widest network by its stored name (Shares.names). */
  network: string;
  at: number;
  /** When a proof of work was accepted for it. Only the first one counts. */
  proven_at: number | null;
  /** Shared by all leads that staff marked as spam together. */
  flood: string | null;
};

/** Append-only: the consents that were asked for and confirmed. */
export type ConsentRow = {
  id: string;
  lead_id: string;
  action: 'asked' | 'confirmed';
  purpose: string;
  text: string;
  text_version: string;
  page: string;
  at: number;
};

/** Append-only, except for `pending`. */
export type LeadEventRow = {
  id: string;
  lead_id: string;
  at: number;
  kind: string;
  detail: string;
  /** The staff account that did it. Null: a visitor, the server, or a command. */
  actor: string | null;
  /** 1: not yet in the desk's index. 2: could not be indexed, is retried later. */
  pending: 1 | 2 | null;
};

export type VerificationRow = {
  token_hash: string;
  /** The request that the mail was sent for. The link works for every request of its mailbox. */
  lead_id: string;
  address_key: string | null;
  created_at: number;
  expires_at: number;
  used_at: number | null;
  superseded_at: number | null;
  sent_at: number | null;
};

export type JobStatus = 'ready' | 'running' | 'done' | 'dead' | 'held';

export type JobRow = {
  id: string;
  name: string;
  payload: string;
  unique_key: string | null;
  status: JobStatus;
  run_at: number;
  attempts: number;
  max_attempts: number;
  locked_by: string | null;
  locked_until: number | null;
  last_error: string | null;
  /** Resource that the job waits for or died of ('mail'), SHARE, or 'released': see queue/outages.ts and retryJob. */
  waiting_on: string | null;
  created_at: number;
  finished_at: number | null;
  /** How much of its share the sender had used when the job was enqueued, in percent (store/shares). The lowest runs first. */
  load: number | null;
  /** Since when it fails, or waits for a resource. This, not the number of attempts, decides when it is given up. */
  failing_since: number | null;
  /** Runs started since one last ended. */
  unended: number;
  /** Runs that may have taken effect although no result is known, including the current one once it may have. */
  perhaps_done: number;
  /** JSON: hashes of the recipients, of several, who need no further mail. */
  served: string | null;
};

/** A staff address that the mail server refuses while other recipients of the same mail are accepted. */
export type RefusedStaffRow = {
  address: string;
  since: number;
  last_at: number;
  mails: number;
  /** The server's message, without addresses. */
  reason: string;
};

/** An external resource that does not work, and when a job may try it next. */
export type OutageRow = {
  resource: string;
  since: number;
  /** Consecutive failures. */
  failures: number;
  next_try_at: number;
  /** Message of the last failure, without addresses. */
  reason: string;
};

/** One row for each counted mail, written before it is sent and moved to the time of the latest attempt. */
export type MailLogRow = {
  job_id: string;
  /** The mailbox, or another key that it is counted for. */
  address_key: string;
  kind: string;
  at: number;
  /** 1: sent to an unverified address. */
  first_mail: 0 | 1;
  /** The mailbox whose limits it counts for: limitKey, wider than the address key. Null: written by a build without this column. */
  limit_key: string | null;
};

/** A pending notice to staff: one row for each lead and kind of notice. */
export type NoticeRow = {
  lead_id: string;
  kind: string;
  due_at: number;
  /** The job whose mail contains the notice, since `claimed_at`. */
  mail_job: string | null;
  claimed_at: number | null;
  told_at: number | null;
};

export type SuppressionRow = {
  address_key: string;
  reason: string;
  at: number;
};

export type IdempotencyRow = {
  key: string;
  fingerprint: string;
  status: number;
  body: string;
  created_at: number;
};

/** Usage counted for a key of a rate limit or a share (shares/use-counts.ts), until `expire`. */
export type RateLimitRow = {
  key: string;
  points: number;
  /** Milliseconds since the epoch, by the database's clock. */
  expire: number | null;
};

/** `pending` and `infected` files are not handed out. `unscanned` files came while no scanner was set. */
export type Scan = 'unscanned' | 'pending' | 'clean' | 'infected';

export type FileRow = {
  key: string;
  lead_id: string;
  /** Hexadecimal. */
  sha256: string;
  size: number;
  /** The sender's file name: shown as text, never part of a path. */
  name: string;
  scan: Scan;
  scan_detail: string | null;
  scanned_at: number | null;
  created_at: number;
};

/** An uploaded file in the file storage. The row is written before the bytes are stored and deleted after they are removed. */
export type UploadRow = {
  key: string;
  size: number;
  created_at: number;
  /** Null until the lead that it came with is stored, and after that lead is erased. */
  lead_id: string | null;
  /** Set when its removal begins: from then on it cannot be assigned to a lead. */
  removed_at: number | null;
};

/** An alert that was sent, so that it is sent once. */
export type AlertRow = {
  cause: string;
  opened_at: number;
  told_at: number;
  told_count: number;
  closed_at: number | null;
};

/** A condition that a server found to need attention, such as a nearly full disk. Any server of the store sends the alert. */
export type AlertSignalRow = {
  kind: SignalKind;
  subject: string;
  reason: string;
  count: number;
  since: number;
  /** When it counts as over, unless it is reported again. */
  until: number;
};

export type SignalKind = 'forms refused' | 'share used up' | 'disk low' | 'backup old' | 'backup failed' | 'row unreadable';

/** A secret that the server generated, such as the key that signs its tokens. */
export type SecretRow = {
  name: string;
  value: string;
  created_at: number;
};

/** When a test write was last made, to check that the store accepts writes. */
export type ProbeRow = {
  name: string;
  at: number;
};

/** Append-only: a withdrawn consent, in the words that were agreed to. */
export type WithdrawalRow = Omit<ConsentRow, 'action'>;
