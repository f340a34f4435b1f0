import { parseArgs } from 'node:util';
import { elementAt, present } from '../../contract/checked.ts';
import { UsageError, type Command, type CommandContext } from '../cli/command.ts';
import { textTable } from '../cli/text-table.ts';
import type { Settings } from '../settings/settings.ts';
import { contactsFor, latestTold } from './crm/crm-dry-run.ts';
import { readMapping, sourceForms } from './crm/crm-mapping.ts';
import type { Crm } from './crm/crm.ts';
import { changeMapping, readFields, type MappingAct } from './crm/mapping-changes.ts';
import { crms } from './crm-list.ts';

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
  const [action, does, field, source, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(`'${rest[0]}' is too much`);
  const crm = crmOf(values.crm, context.settings);
  if (action === 'dry-run' && does === undefined) return dryRun(crm, values, context);
  if (action !== 'mapping') throw new UsageError(action === undefined ? 'What is to be done?' : `There is no action '${action}'`);
  if (does === undefined) return showMapping(crm, values, context);
  if (field === undefined) throw new UsageError(`Which field? ${crm.name}’s own name of it is needed`);
  if (does === 'set' && source !== undefined)
    await change(crm, source === '' ? { field, act: 'off' } : { field, act: 'set', source }, context);
  else if (does === 'reset' && source === undefined) await change(crm, { field, act: 'reset' }, context);
  else throw new UsageError('mapping set FIELD SOURCE, or mapping reset FIELD');
  return showMapping(crm, values, context);
}

/** The CRM with this name; without a name, the one that settings connect. */
function crmOf(named: string | undefined, settings: Settings): Crm {
  const found = crms.filter(({ id, setting }) => (named === undefined ? settings[setting] !== undefined : id === named));
  if (found.length === 1) return elementAt(found, 0);
  throw new UsageError(`Which CRM? ${crms.map(({ id }) => `--crm ${id}`).join(' or ')}`);
}

async function change(crm: Crm, { field, ...act }: MappingAct & { field: string }, { store, settings }: CommandContext): Promise<void> {
  const outcome = await store.begin(async (tx) => {
    const { version } = await readFields(tx, crm);
    return changeMapping(tx, { crm, settings }, { field, version, ...act });
  });
  if (outcome.outcome === 'refused') throw new UsageError(outcome.words);
  if (outcome.outcome === 'stale') throw new UsageError('Somebody changed it at the same moment: look at it, and try again');
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
        ...dropped.map((field) => [field, '(not sent)', `declared: ${present(crm.mapping[field])}`]),
      ]),
    );
  return 0;
}

async function dryRun(crm: Crm, { limit, json }: Values, { store, settings, print }: CommandContext): Promise<number> {
  if (!/^[1-9]\d{0,3}$/.test(limit)) throw new UsageError('--limit is a whole number from 1 to 9999');
  const contacts = await contactsFor(store.db, crm, await latestTold(store.db, Number(limit)));
  if (contacts.length === 0 && !json) print('Nobody has confirmed a request yet.');
  else print(JSON.stringify(crm.upsertBody(contacts, settings), null, 2));
  return 0;
}
