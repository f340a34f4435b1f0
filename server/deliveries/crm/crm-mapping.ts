import { leadStates } from '../../../contract/desk/lead-states.ts';
import type { EventData } from '../../../contract/events.ts';
import type { Tx } from '../../store/store.ts';
import type { Crm, CrmFields, CrmMapping } from './crm.ts';

export type MappedData = EventData<'lead.verified'>;

/**
 * The value of a source for a request; '' when it has none. Sources are `answers.NAME`, `lead.id`, `lead.request`, `lead.caller`, `lead.about`, `lead.state`,
 * `lead.entry`, `lead.page`, `lead.referrer`,
 * `utm.NAME`, `"a text"`, and the flags `consent.PURPOSE` (confirmed) and `state.NAME` (in that state). `one ? another` gives the second when the first is not
 * empty; `one | another` gives the first that is not empty.
 */
export function readSource(source: string, data: MappedData): string | true {
  for (const one of source.split('|')) {
    const [condition = '', then = condition] = one.split(' ? ').map((part) => part.trim());
    const value = readOne(condition, data) === '' ? '' : readOne(then, data);
    if (value !== '') return value;
  }
  return '';
}

export const sourceForms =
  'answers.NAME, lead.id, lead.request, lead.caller, lead.about, lead.state, lead.entry, lead.page, lead.referrer, state.NAME, utm.NAME, consent.PURPOSE, or "a text"';

/** What is wrong with a source; undefined when it is valid. */
export function sourceFault(source: string): string | undefined {
  for (const one of source.split('|')) {
    const parts = one.split(' ? ').map((part) => part.trim());
    if (parts.length > 2) return `'${one.trim()}' has more than one condition`;
    const wrong = parts.find((part) => !SOURCE.test(part));
    if (wrong !== undefined) return `'${wrong}' is no source: ${sourceForms}`;
  }
  return undefined;
}

const SOURCE = new RegExp(
  `^("[^"|?]*"|(answers|utm|consent)\\.\\w{1,64}|lead\\.(id|request|caller|about|state|entry|page|referrer)|state\\.(${leadStates.join('|')}))$`,
);

function readOne(source: string, { lead, consents }: MappedData): string | true {
  if (source.startsWith('"')) return source.slice(1, -1);
  const [of = '', name = ''] = source.split('.');
  if (of === 'answers') return lead.answers[name] ?? '';
  if (of === 'consent') return consents.some(({ purpose, action }) => purpose === name && action === 'confirmed') || '';
  if (of === 'state') return lead.state === name || '';
  if (of === 'utm') return (lead.attribution.utm as Record<string, string> | undefined)?.[name] ?? '';
  const { id, request, caller, state, attribution } = lead;
  const { entry, page, referrer } = attribution as Partial<Record<string, string>>;
  return { entry, page, referrer, id, request, caller, state, about: lead.about?.name ?? lead.about?.id ?? '' }[name] ?? '';
}

/** The values to send. Empty ones are left out, so that the CRM keeps what it has. */
export function fieldsOf(mapping: CrmMapping, data: MappedData): CrmFields {
  const values = Object.entries(mapping).map(([field, source]) => [field, readSource(source, data)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
}

/** The fields of a mapping whose source uses `state` or `consent.PURPOSE`. */
export function mappingOn(mapping: CrmMapping, on: string): CrmMapping {
  const named = new RegExp(
    on === 'state' ? String.raw`\b(lead\.state|state\.\w+)` : String.raw`\b${on.replace('.', String.raw`\.`)}(?!\w)`,
  );
  return Object.fromEntries(Object.entries(mapping).filter(([, source]) => named.test(source.replaceAll(/"[^"]*"/g, ''))));
}

/** The declared mapping with the changes that staff made; fields with an empty source are left out. */
export async function readMapping(db: Tx, crm: Pick<Crm, 'id' | 'mapping'>): Promise<CrmMapping> {
  const rows = await db.selectFrom('crm_mapping').select(['property', 'source']).where('crm', '=', crm.id).orderBy('property').execute();
  const all = { ...crm.mapping, ...Object.fromEntries(rows.map(({ property, source }) => [property, source])) };
  return Object.fromEntries(Object.entries(all).filter(([, source]) => source !== ''));
}
