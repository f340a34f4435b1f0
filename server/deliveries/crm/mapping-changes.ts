import { present } from '../../../contract/checked.ts';
import type { CrmMappingRow } from '../../store/tables/delivery-tables.ts';
import type { Tx } from '../../store/store.ts';
import type { Crm, KnownBy } from './crm.ts';
import { sourceFault } from './crm-mapping.ts';
import { unknownName } from './crm-sources.ts';

/** A field of a CRM’s records. */
export type MappedField = {
  field: string;
  /** Source of its value; for a field that is switched off, its last source. '' when none was set yet. */
  source: string;
  /** The default source; null when staff added the field. */
  declared: string | null;
  isSent: boolean;
};

/** `add` accepts only a name that is not in the table yet, `set` accepts any. */
export type MappingAct = { act: 'add' | 'set' | 'on' | 'off' | 'reset'; /** For `add` and `set`. */ source?: string | undefined };

export type MappingChange = MappingAct & { field: string; /** The version of the mapping that the change was made on. */ version: number };

export type MappingOutcome =
  | { outcome: 'changed'; version: number; field: string; before: string; after: string }
  | { outcome: 'stale' }
  | { outcome: 'refused'; at: 'field' | 'source'; words: string };

/** All fields, sent or not: the declared ones first, then those that staff added. */
export async function readFields(db: Tx, crm: Crm): Promise<{ version: number; fields: MappedField[] }> {
  const rows = await db.selectFrom('crm_mapping').selectAll().where('crm', '=', crm.id).orderBy('property').execute();
  const row = await db.selectFrom('crm_mappings').select('version').where('crm', '=', crm.id).executeTakeFirst();
  const names = [...new Set([...Object.keys(crm.mapping), ...rows.map(({ property }) => property)])];
  const fields = names.map((field) => fieldOf(crm, field, rows));
  return { version: row?.version ?? 0, fields };
}

/** Changes a mapping, in a transaction. When two people change the same version, the second gets `stale`. */
export async function changeMapping(
  tx: Tx,
  { crm, settings }: { crm: Crm; settings: KnownBy },
  change: MappingChange,
): Promise<MappingOutcome> {
  const { fields } = await readFields(tx, crm);
  const field = sameName(fields, change.field) ?? change.field;
  const known = fields.find((one) => one.field === field);
  const refused = nameRefusal(crm, settings, field) ?? actRefusal(crm, change, known);
  if (refused !== undefined) return refused;
  if (!(await countChange(tx, crm, change.version))) return { outcome: 'stale' };
  const row = rowAfter(change, known);
  await tx.deleteFrom('crm_mapping').where('crm', '=', crm.id).where('property', '=', field).execute();
  if (row !== undefined && !(row.source === known?.declared && row.kept_source === null))
    await tx
      .insertInto('crm_mapping')
      .values({ crm: crm.id, property: field, ...row })
      .execute();
  const after = row?.source ?? known?.declared ?? '';
  return { outcome: 'changed', version: change.version + 1, field, before: known?.isSent ? known.source : '', after };
}

function fieldOf({ mapping }: Crm, field: string, rows: readonly CrmMappingRow[]): MappedField {
  const declared = mapping[field] ?? null;
  const row = rows.find(({ property }) => property === field);
  if (row === undefined) return { field, source: declared ?? '', declared, isSent: true };
  const isSent = row.source !== '';
  return { field, source: isSent ? row.source : (row.kept_source ?? declared ?? ''), declared, isSent };
}

async function countChange(tx: Tx, { id: crm }: Crm, seen: number): Promise<boolean> {
  await tx
    .insertInto('crm_mappings')
    .values({ crm, version: 0 })
    .onConflict((conflict) => conflict.column('crm').doNothing())
    .execute();
  const { numUpdatedRows } = await tx
    .updateTable('crm_mappings')
    .set({ version: seen + 1 })
    .where('crm', '=', crm)
    .where('version', '=', seen)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The field whose name matches in upper or lower case: for Salesforce they are the same, and HubSpot's names are all in lower case. */
function sameName(fields: readonly MappedField[], name: string): string | undefined {
  return fields.find(({ field }) => field.toLowerCase() === name.toLowerCase())?.field;
}

function nameRefusal(crm: Crm, { SALESFORCE_EXTERNAL_ID: externalId }: KnownBy, field: string): MappingOutcome | undefined {
  const own = [crm.address, ...(crm.id === 'salesforce' ? [externalId] : [])];
  if (own.some((name) => name.toLowerCase() === field.toLowerCase()))
    return refuse('field', `${field} is what ${crm.records} are known by: it is always sent`);
  if (!crm.field.test(field)) return refuse('field', `${crm.name}’s own name of it is needed: ${crm.fieldRule}`);
  const fault = crm.nameFault(field);
  return fault === undefined ? undefined : refuse('field', fault);
}

function actRefusal({ name }: Crm, change: MappingChange, known: MappedField | undefined): MappingOutcome | undefined {
  if (change.act === 'add' && known !== undefined)
    return refuse('field', `${known.field} is in the table already: a field of ${name} gets one thing. Change it there`);
  if (change.act === 'add' || change.act === 'set') {
    const { source = '' } = change;
    const fault = sourceFault(source) ?? unknownName(source);
    return fault === undefined ? undefined : refuse('source', fault);
  }
  if (known === undefined) return refuse('field', `${change.field} is not in the table`);
  if (change.act === 'on' && known.source === '') return refuse('source', `Say what ${known.field} gets`);
  return undefined;
}

/** The row to store; undefined when the field is as declared, or was removed. */
function rowAfter(change: MappingChange, known: MappedField | undefined): Pick<CrmMappingRow, 'source' | 'kept_source'> | undefined {
  if (change.act === 'add' || change.act === 'set') return { source: change.source ?? '', kept_source: null };
  if (change.act === 'reset') return undefined;
  const { source, declared } = present(known);
  if (change.act === 'on') return { source, kept_source: null };
  return { source: '', kept_source: source === declared || source === '' ? null : source };
}

function refuse(at: 'field' | 'source', words: string): MappingOutcome {
  return { outcome: 'refused', at, words };
}
