import { parseArgs } from 'node:util';
import { UsageError, type Command, type CommandContext } from '../cli/command.ts';
import { textTable } from '../cli/text-table.ts';
import type { Settings } from '../settings/settings.ts';
import { changeMapping, fieldsOf, readMapping, sourceFault, sourceForms } from './crm/crm-mapping.ts';
import type { Crm, CrmContact } from './crm/crm.ts';
import { crms } from './crm-list.ts';
import { hubspotInputs } from './hubspot/hubspot-client.ts';
import { leadData } from './lead-events.ts';
import { externalIdOf, leadCollection } from './salesforce/salesforce-fields.ts';

const help = `Shows and changes what a CRM is told of verified requests. ${crms.map(({ name, setting }) => `${setting} connects ${name}`).join(', ')}; npm run webhooks shows what waits.

Usage: npm run crm -- mapping [--json]              which of its fields gets what
       npm run crm -- mapping set FIELD SOURCE      '' as SOURCE: the field is not sent
       npm run crm -- mapping reset FIELD           as it was declared
       npm run crm -- dry-run [--limit N] [--json]  what would be sent of the latest N verified requests [5]

  --crm ${crms.map(({ id }) => id).join('|')}  [the one that is connected]
  SOURCE  ${sourceForms};
          'one | another' takes the first that is not empty, 'one ? another' is the second where the first is not`;

export const crmCommand: Command = { help, run };

type Values = { json: boolean; limit: string };

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { crm: { type: 'string' }, json: { type: 'boolean', default: false }, limit: { type: 'string', default: '5' } },
  });
  const [action, change, field, source, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(`'${rest[0]}' is too much`);
  const crm = crmOf(values.crm, context.settings);
  if (action === 'dry-run' && change === undefined) return dryRun(crm, values, context);
  if (action !== 'mapping') throw new UsageError(action === undefined ? 'What is to be done?' : `There is no action '${action}'`);
  if (change === undefined) return showMapping(crm, values, context);
  if (field === undefined || !crm.field.test(field)) throw new UsageError(`Which field? ${crm.name}’s own name of it is needed`);
  const known = declaredName(crm, field);
  if (change === 'set' && source !== undefined) await setSource(crm, { field: known, source }, context);
  else if (change === 'reset' && source === undefined) await changeMapping(context.store.db, crm, { field: known, source: undefined });
  else throw new UsageError('mapping set FIELD SOURCE, or mapping reset FIELD');
  return showMapping(crm, values, context);
}

/** The one that is named, or the only one that settings connect. */
function crmOf(named: string | undefined, settings: Settings): Crm {
  const found = crms.filter(({ id, setting }) => (named === undefined ? settings[setting] !== undefined : id === named));
  if (found.length === 1) return found[0]!;
  throw new UsageError(`Which CRM? ${crms.map(({ id }) => `--crm ${id}`).join(' or ')}`);
}

/** Salesforce's names are the same in either case. */
function declaredName({ mapping, address }: Crm, field: string): string {
  return [...Object.keys(mapping), address].find((name) => name.toLowerCase() === field.toLowerCase()) ?? field;
}

async function setSource(
  crm: Crm,
  { field, source }: { field: string; source: string },
  { store, settings }: CommandContext,
): Promise<void> {
  const own = [crm.address, ...(crm.id === 'salesforce' ? [settings.SALESFORCE_EXTERNAL_ID] : [])];
  if (own.includes(field)) throw new UsageError(`${field} is what ${crm.records} are known by: it is always sent`);
  const fault = source === '' ? undefined : sourceFault(source);
  if (fault !== undefined) throw new UsageError(fault);
  await changeMapping(store.db, crm, { field, source });
}

async function showMapping(crm: Crm, { json }: Values, { store, print }: CommandContext): Promise<number> {
  const mapping = { [crm.address]: 'the address', ...(await readMapping(store.db, crm)) };
  const rows = Object.entries(mapping).map(([field, source]) => {
    const declared = field === crm.address ? source : crm.mapping[field];
    return [field, source, declared === source ? '' : declared === undefined ? 'added' : `declared: ${declared}`];
  });
  const dropped = Object.keys(crm.mapping).filter((field) => !Object.hasOwn(mapping, field));
  if (json) print(JSON.stringify(mapping, null, 2));
  else
    print(
      textTable([
        [`FIELD OF ${crm.name.toUpperCase()}`, 'SOURCE', 'CHANGED'],
        ...rows,
        ...dropped.map((field) => [field, '(not sent)', `declared: ${crm.mapping[field]!}`]),
      ]),
    );
  return 0;
}

async function dryRun(crm: Crm, { limit, json }: Values, { store, settings, print }: CommandContext): Promise<number> {
  if (!/^[1-9]\d{0,3}$/.test(limit)) throw new UsageError('--limit is a whole number from 1 to 9999');
  const mapping = await readMapping(store.db, crm);
  const leads = await store.db
    .selectFrom('leads')
    .selectAll()
    .where('status', '=', 'verified')
    .where('suspected_spam', '=', 0)
    .where('sample', 'is', null)
    .orderBy('verified_at', 'desc')
    .limit(Number(limit))
    .execute();
  const contacts: CrmContact[] = [];
  for (const lead of leads) {
    const { data } = await leadData(store.db, lead);
    contacts.push({
      email: lead.email.toLowerCase(),
      fields: { ...fieldsOf(mapping, data), [crm.address]: lead.email },
      leadIds: [lead.id],
    });
  }
  if (contacts.length === 0 && !json) print('Nobody has confirmed a request yet.');
  else print(JSON.stringify(bodyOf(crm, contacts, settings), null, 2));
  return 0;
}

/** As it would be sent. */
function bodyOf({ id }: Crm, contacts: readonly CrmContact[], { SALESFORCE_EXTERNAL_ID: externalId }: Settings): object {
  if (id === 'hubspot') return { inputs: hubspotInputs(contacts) };
  return leadCollection(
    externalId,
    contacts.map((contact) => ({ ...contact, key: externalIdOf(contact) })),
  );
}
