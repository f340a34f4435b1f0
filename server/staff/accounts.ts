import { isReadOnly, mayUse, roles, type Role } from '../../contract/desk/roles.ts';
import { exactKey } from '../kernel/address.ts';
import { lockNamed } from '../store/database/named-lock.ts';
import { newId } from '../store/id.ts';
import { jsonTexts } from '../store/json-column.ts';
import type { StaffAccountRow } from '../store/tables/staff-tables.ts';
import type { Store, Tx } from '../store/store.ts';

export type Account = Omit<StaffAccountRow, 'roles'> & { roles: readonly Role[] };

export async function findAccount(db: Tx, id: string): Promise<Account | undefined> {
  const row = await db.selectFrom('staff_accounts').selectAll().where('id', '=', id).executeTakeFirst();
  return row && readAccount(row);
}

export async function findByAddress(db: Tx, address: string): Promise<Account | undefined> {
  const row = await db.selectFrom('staff_accounts').selectAll().where('address_key', '=', exactKey(address)).executeTakeFirst();
  return row && readAccount(row);
}

/** @param subject the provider's id of a person: `ProviderIdentity` */
export async function findBySubject(db: Tx, subject: string): Promise<Account | undefined> {
  const row = await db.selectFrom('staff_accounts').selectAll().where('provider_subject', '=', subject).executeTakeFirst();
  return row && readAccount(row);
}

/** @returns false when the account was bound to another subject meanwhile */
export async function bindSubject(tx: Tx, { id, provider_subject: seen }: Account, subject: string): Promise<boolean> {
  const bound = await tx
    .updateTable('staff_accounts')
    .set({ provider_subject: subject })
    .where('id', '=', id)
    .where('provider_subject', seen === null ? 'is' : '=', seen)
    .executeTakeFirst();
  return bound.numUpdatedRows > 0n;
}

export async function listAccounts(db: Tx): Promise<Account[]> {
  const rows = await db.selectFrom('staff_accounts').selectAll().orderBy('name').orderBy('id').execute();
  return rows.map(readAccount);
}

/** The names of all accounts, also of those who left. */
export async function accountNames(db: Tx): Promise<Map<string, string>> {
  return new Map((await listAccounts(db)).map(({ id, name }) => [id, name]));
}

/** Whether an account exists and can be given work: whoever only reads is given none. */
export async function isStaff(db: Tx, id: string): Promise<boolean> {
  const account = await findAccount(db, id);
  return account !== undefined && account.state !== 'revoked' && !isReadOnly(account.roles);
}

type NewAccount = Pick<Account, 'name' | 'address' | 'roles' | 'state'> & { now: number };

export async function insertAccount(tx: Tx, { name, address, roles, state, now }: NewAccount): Promise<string> {
  const id = newId(now);
  const row = {
    id,
    name,
    address,
    address_key: exactKey(address),
    roles: JSON.stringify(roles),
    state,
    created_at: now,
    seen_at: null,
    provider_subject: null,
    notice_mails: null,
    morning_mail: null,
    away: null,
    turn_at: null,
  };
  await tx.insertInto('staff_accounts').values(row).execute();
  return id;
}

export type AccountChange = Partial<
  Pick<Account, 'name' | 'roles' | 'state' | 'seen_at' | 'provider_subject' | 'notice_mails' | 'morning_mail' | 'away'>
>;

export async function updateAccount(tx: Tx, id: string, { roles, ...change }: AccountChange): Promise<void> {
  const values = { ...change, ...(roles && { roles: JSON.stringify(roles) }) };
  if (Object.keys(values).length > 0) await tx.updateTable('staff_accounts').set(values).where('id', '=', id).execute();
}

/** Sets name and address of the first account, which has no address until its owner enters one. @returns false when it has one already */
export async function updateAddress(tx: Tx, { id, name, address }: Pick<Account, 'id' | 'name' | 'address'>): Promise<boolean> {
  const changed = await tx
    .updateTable('staff_accounts')
    .set({ name, address, address_key: exactKey(address) })
    .where('id', '=', id)
    .where('address', '=', '')
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

export async function moveAccount(tx: Tx, id: string, address: string): Promise<void> {
  await tx
    .updateTable('staff_accounts')
    .set({ address, address_key: exactKey(address) })
    .where('id', '=', id)
    .execute();
}

/** Lets only one transaction at a time change accounts, so that its view of who is an administrator stays right until it ends. */
export async function lockAccounts(tx: Tx, { dialect }: Pick<Store, 'dialect'>): Promise<void> {
  await lockNamed(dialect, tx, 'staff accounts');
}

/** Whether an administrator exists who can sign in again: by an address, which the first account lacks until its owner enters one, or by a passkey. */
export async function hasAdministrator(db: Tx): Promise<boolean> {
  const accounts = await listAccounts(db);
  const passkeys = await db.selectFrom('staff_passkeys').select('account_id').distinct().execute();
  const withPasskey = new Set(passkeys.map(({ account_id: id }) => id));
  return accounts.some((account) => isAdministrator(account) && (account.address !== '' || withPasskey.has(account.id)));
}

/** Whether anybody can sign in at all; before the first account nobody can. */
export async function hasAnybody(db: Tx): Promise<boolean> {
  return (await hasAdministrator(db)) || (await listAccounts(db)).some(({ address }) => address !== '');
}

export function isAdministrator({ state, roles }: Account): boolean {
  return state !== 'revoked' && mayUse(roles, 'people.manage');
}

/** Leaves out roles that a newer build stored and this one does not know. */
function readAccount(row: StaffAccountRow): Account {
  const stored = jsonTexts(row.roles);
  return { ...row, roles: roles.filter((role) => stored.includes(role)) };
}
