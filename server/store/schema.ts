import type { BookingTables } from './booking-schema.ts';
import type { DeskTables } from './desk-schema.ts';
import type { DeliveryTables } from './delivery-schema.ts';
import type { PaperDraftRow, PaperRow, PortfolioRow, PositionRow, RecordDraftRow, TrackRecordRow } from './figure-schema.ts';
import type { ConsentChainRow, CookieConsentRow, ErasureRow, PrivacyLogRow } from './privacy-schema.ts';
import type { StaffTables } from './staff-schema.ts';

/**
 * The tables as TypeScript sees them. The same on both stores: times are whole milliseconds since
 * the epoch, truth values are 0 and 1, documents are JSON text.
 */
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
  /** Its address key (mail/address.ts). The column is older than the word: a rename would fail the old build in a rolling restart. */
  email_key: string;
  status: 'unverified' | 'verified';
  suspected_spam: 0 | 1;
  spam_reason: string | null;
  answers: string;
  attribution: string;
  created_at: number;
  verified_at: number | null;
  /** What the owner of the address said of it, where it was shown and not confirmed. */
  owner_answer: 'unpicked' | 'declined' | null;
  /** What it is about (NamedAbout). Null: nothing in particular, or a build from before this stored it. */
  about: string | null;
  /** 1: made by `npm run desk -- sample`. Nothing is sent for it. */
  sample: 1 | null;
};

/** Where a lead came from, for as long as floods are known by it. */
export type LeadSourceRow = {
  lead_id: string;
  /** The widest network of its sender by its stored name (Shares.names). */
  network: string;
  at: number;
  /** When a proof of work came for it: one counts once. */
  proven_at: number | null;
  /** Of those that staff marked as spam together, the same for all. */
  flood: string | null;
};

/** Only ever inserted: the record of what was asked, and of what was confirmed. */
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

/** Only ever inserted, but for `pending`. */
export type LeadEventRow = {
  id: string;
  lead_id: string;
  at: number;
  kind: string;
  detail: string;
  /** The account of the staff member who did it. Null: a visitor, the server, or a command. */
  actor: string | null;
  /** 1: the index of the desk has not taken it in yet. 2: it could not be, and is tried again later. */
  pending: 1 | 2 | null;
};

export type VerificationRow = {
  token_hash: string;
  /** The request that the mail was sent for. The link serves every request of its mailbox. */
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
  /** What the job waits for after a failure that was not its own ('mail'), or died of; 'share' (SHARE), or 'released': see jobs/outages.ts and retryJob. */
  waiting_on: string | null;
  created_at: number;
  finished_at: number | null;
  /** How much of its share whoever it follows from had used by then, in percent (store/shares). Who had used least is served first. */
  load: number | null;
  /** Since when it fails, or waits for what is down: it is given up by this, not by its attempts. */
  failing_since: number | null;
  /** Runs that were begun since one last came to an end. */
  unended: number;
  /** Runs that may have had their effect without our knowing, this one included once it comes to that. */
  perhaps_done: number;
  /** JSON: those of several recipients, as hashes, who need nothing more. */
  served: string | null;
};

/** A colleague's address that the mail server refuses, while others of the same mail have it. */
export type RefusedStaffRow = {
  address: string;
  since: number;
  last_at: number;
  mails: number;
  /** The server's words, without addresses. */
  reason: string;
};

/** Something outside that does not work, and when a job may try it next. */
export type OutageRow = {
  resource: string;
  since: number;
  /** Tries in a row that failed. */
  failures: number;
  next_try_at: number;
  /** The words of the last failure, without addresses. */
  reason: string;
};

/** One row a mail that is counted, written before it leaves, moved to the latest attempt. */
export type MailLogRow = {
  job_id: string;
  /** The mailbox, or what else it is counted for. */
  address_key: string;
  kind: string;
  at: number;
  /** 1: to an address that nobody has verified. */
  first_mail: 0 | 1;
  /** The mailbox whose limits it counts for: limitKey, wider than the key. Null: a build from before this. */
  limit_key: string | null;
};

/** What staff are to be told of: one row for a lead and a kind of notice. */
export type NoticeRow = {
  lead_id: string;
  kind: string;
  due_at: number;
  /** The job whose mail tells it, since `claimed_at`. */
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

/** What has been used under a key of a limit or of a share (shares/use-counts.ts), until it begins anew. */
export type RateLimitRow = {
  key: string;
  points: number;
  /** Milliseconds since the epoch, by the database's clock. */
  expire: number | null;
};

/** `pending` and `infected` files are held back; `unscanned` ones came while no scanner was set. */
export type Scan = 'unscanned' | 'pending' | 'clean' | 'infected';

export type FileRow = {
  key: string;
  lead_id: string;
  /** Hexadecimal. */
  sha256: string;
  size: number;
  /** As the sender called it: a text to show, never part of a path. */
  name: string;
  scan: Scan;
  scan_detail: string | null;
  scanned_at: number | null;
  created_at: number;
};

/** A file that is in the file store or on its way there: written before the bytes, gone after them. */
export type UploadRow = {
  key: string;
  size: number;
  created_at: number;
  /** Null until the lead is stored that it came with, and once that is erased. */
  lead_id: string | null;
  /** Its removal has begun: no lead can be given it any more. */
  removed_at: number | null;
};

/** What somebody was told of, so that it is told once. */
export type AlertRow = {
  cause: string;
  opened_at: number;
  told_at: number;
  told_count: number;
  closed_at: number | null;
};

/** Something that a server found to need somebody, as its disk that is nearly full: any server of the store tells it. */
export type AlertSignalRow = {
  kind: SignalKind;
  subject: string;
  reason: string;
  count: number;
  since: number;
  /** When it counts as over, unless it is found again before. */
  until: number;
};

export type SignalKind = 'forms refused' | 'share used up' | 'disk low' | 'backup old' | 'backup failed' | 'row unreadable';

/** What the server made for itself, such as the key that its tokens are signed with. */
export type SecretRow = {
  name: string;
  value: string;
  created_at: number;
};

/** When a write was last tried, to see whether the store takes one. */
export type ProbeRow = {
  name: string;
  at: number;
};

/** Only ever inserted: what was agreed to and is no longer, in the words that it was agreed to. */
export type WithdrawalRow = Omit<ConsentRow, 'action'>;
