import type { StaffAccountRow, StaffActionRow, StaffPasskeyRow, StaffSessionRow, StaffSignInRow } from '../store/staff-schema.ts';
import { jsonOrText } from '../store/json-column.ts';
import type { Tx } from '../store/store.ts';
import { iso, isoOrNull } from './export-times.ts';
import { isOfSubject, type Subject } from './subject.ts';

/** A desk account and the data stored with it. */
export type StaffTrace = {
  account: StaffAccountRow;
  passkeys: StaffPasskeyRow[];
  sessions: StaffSessionRow[];
  signIns: StaffSignInRow[];
  actions: StaffActionRow[];
};

/** The desk accounts with the subject's address: usually none or one. */
export async function findStaffTraces(db: Tx, subject: Subject): Promise<StaffTrace[]> {
  const accounts = await db.selectFrom('staff_accounts').selectAll().orderBy('id').execute();
  const traces: StaffTrace[] = [];
  for (const account of accounts.filter(({ address }) => isOfSubject(subject, address))) {
    const { id } = account;
    traces.push({
      account,
      passkeys: await db.selectFrom('staff_passkeys').selectAll().where('account_id', '=', id).orderBy('created_at').execute(),
      sessions: await db.selectFrom('staff_sessions').selectAll().where('account_id', '=', id).orderBy('id').execute(),
      signIns: await db.selectFrom('staff_sign_ins').selectAll().where('account_id', '=', id).orderBy('id').execute(),
      actions: await db.selectFrom('staff_actions').selectAll().where('account_id', '=', id).orderBy('id').execute(),
    });
  }
  return traces;
}

/** An account for machines, without hashes and challenges, which only the server can use. */
export function staffDocument({ account, passkeys, sessions, signIns, actions }: StaffTrace) {
  return {
    name: account.name,
    address: account.address,
    roles: jsonOrText(account.roles),
    state: account.state,
    made: iso(account.created_at),
    lastSeen: isoOrNull(account.seen_at),
    companyProvider: account.provider_subject,
    passkeys: passkeys.map((row) => ({
      id: row.id,
      name: row.name,
      publicKey: row.public_key,
      timesUsed: row.counter,
      reachedBy: jsonOrText(row.transports),
      made: iso(row.created_at),
      lastUsed: isoOrNull(row.used_at),
    })),
    sessions: sessions.map((row) => ({
      way: row.way,
      device: row.device,
      signedIn: iso(row.signed_in_at),
      lastSeen: iso(row.seen_at),
      endsAtTheLatest: iso(row.ends_at),
      ended: isoOrNull(row.ended_at),
    })),
    signInsBegun: signIns.map((row) => ({
      kind: row.kind,
      ...(row.kind === 'new address' && { address: row.challenge }),
      begun: iso(row.created_at),
      expires: iso(row.expires_at),
      finished: isoOrNull(row.used_at),
    })),
    actions: actions.map((row) => ({
      at: iso(row.at),
      what: row.action,
      to: row.subject,
      id: row.subject_id,
      detail: jsonOrText(row.detail),
    })),
  };
}
