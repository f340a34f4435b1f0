import type { Store } from '../../store/store.ts';
import type { Crm } from './crm.ts';

type Db = Pick<Store, 'db'>;
type Id = Pick<Crm, 'id'>;

/** Stores which CRM record each request became: after an address is erased here, its records could not be found there otherwise. */
export async function rememberContacts(
  { db, now }: Db & Pick<Store, 'now'>,
  { id: crm }: Id,
  contacts: readonly { id: string; leadIds: readonly string[] }[],
): Promise<void> {
  const rows = contacts.flatMap(({ id, leadIds }) => leadIds.map((leadId) => ({ crm, lead_id: leadId, contact_id: id, at: now() })));
  if (rows.length === 0) return;
  await db
    .insertInto('crm_contacts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['crm', 'lead_id']).doUpdateSet((eb) => ({ contact_id: eb.ref('excluded.contact_id'), at: eb.ref('excluded.at') })),
    )
    .execute();
}

/** The ids of the CRM records of these requests, each once. */
export async function contactsOf({ db }: Db, { id: crm }: Id, leadIds: readonly string[]): Promise<string[]> {
  if (leadIds.length === 0) return [];
  const rows = await db.selectFrom('crm_contacts').select('contact_id').where('crm', '=', crm).where('lead_id', 'in', leadIds).execute();
  return [...new Set(rows.map((row) => row.contact_id))];
}

export async function forgetContact({ db }: Db, { id: crm }: Id, contactId: string): Promise<void> {
  await db.deleteFrom('crm_contacts').where('crm', '=', crm).where('contact_id', '=', contactId).execute();
}
