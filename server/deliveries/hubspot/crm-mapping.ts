import type { EventData } from '../../../contract/events.ts';
import type { Tx } from '../../store/store.ts';

export const HUBSPOT = 'hubspot';

/** Property of a contact → where its value comes from. */
export type CrmMapping = Readonly<Record<string, string>>;

/** Properties that every account has; others are added by `npm run crm -- mapping set`. */
export const defaultMapping: CrmMapping = {
  firstname: 'answers.name',
  lastname: 'answers.surname | answers.lastname',
  company: 'answers.company',
  phone: 'answers.phone',
  jobtitle: 'answers.role',
  lifecyclestage: '"lead"',
  hs_legal_basis: 'consent.marketing ? "Freely given consent from contact"',
};

export type MappedData = EventData<'lead.verified'>;

/**
 * What a source says of a request: `answers.NAME`, `lead.id`, `lead.request`, `lead.caller`, `lead.about`, `utm.NAME`, `consent.PURPOSE` (true
 * once it was confirmed), `"a text"`; `one | another` takes the first that is not empty, `one ? another` the second where the first is not.
 */
export function readSource(source: string, data: MappedData): string {
  const [condition, then] = source.split(' ? ', 2);
  if (then !== undefined) return readSource(condition!, data) === '' ? '' : readSource(then, data);
  for (const one of source.split('|')) {
    const value = readOne(one.trim(), data);
    if (value !== '') return value;
  }
  return '';
}

/** What is wrong with a source; undefined where it can be read. */
export function sourceFault(source: string): string | undefined {
  const parts = source.split(/ \? |\|/).map((part) => part.trim());
  const wrong = parts.find((part) => !SOURCE.test(part));
  return wrong === undefined
    ? undefined
    : `'${wrong}' is no source: answers.NAME, lead.id, lead.request, lead.caller, lead.about, utm.NAME, consent.PURPOSE, or "a text"`;
}

const SOURCE = /^("[^"|?]*"|(answers|utm|consent)\.\w{1,64}|lead\.(id|request|caller|about))$/;

function readOne(source: string, { lead, consents }: MappedData): string {
  if (source.startsWith('"')) return source.slice(1, -1);
  const [of = '', name = ''] = source.split('.');
  if (of === 'answers') return lead.answers[name] ?? '';
  if (of === 'consent') return consents.some(({ purpose, action }) => purpose === name && action === 'confirmed') ? 'true' : '';
  if (of === 'utm') return (lead.attribution.utm as Record<string, string> | undefined)?.[name] ?? '';
  return { id: lead.id, request: lead.request, caller: lead.caller, about: lead.about?.name ?? lead.about?.id ?? '' }[name] ?? '';
}

/** A contact's properties; what is empty is left as it is there. */
export function propertiesOf(mapping: CrmMapping, data: MappedData): Record<string, string> {
  const values = Object.entries(mapping).map(([property, source]) => [property, readSource(source, data)] as const);
  return { ...Object.fromEntries(values.filter(([, value]) => value !== '')), email: data.lead.email };
}

/** As declared, with what staff changed; a property whose source is empty is not sent. */
export async function readMapping(db: Tx, crm: string): Promise<CrmMapping> {
  const rows = await db.selectFrom('crm_mapping').select(['property', 'source']).where('crm', '=', crm).orderBy('property').execute();
  const all = { ...defaultMapping, ...Object.fromEntries(rows.map(({ property, source }) => [property, source])) };
  return Object.fromEntries(Object.entries(all).filter(([, source]) => source !== ''));
}

/** @param source undefined: as declared again; empty: not sent */
export async function changeMapping(
  db: Tx,
  crm: string,
  { property, source }: { property: string; source: string | undefined },
): Promise<void> {
  if (source === undefined) await db.deleteFrom('crm_mapping').where('crm', '=', crm).where('property', '=', property).execute();
  else
    await db
      .insertInto('crm_mapping')
      .values({ crm, property, source })
      .onConflict((conflict) => conflict.columns(['crm', 'property']).doUpdateSet({ source }))
      .execute();
}
