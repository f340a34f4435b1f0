import { parseArgs } from 'node:util';
import { UsageError, type Command, type CommandContext } from '../../cli/command.ts';
import { textTable } from '../../cli/text-table.ts';
import { leadData } from '../lead-events.ts';
import { changeMapping, defaultMapping, HUBSPOT, propertiesOf, readMapping, sourceFault } from './crm-mapping.ts';

const help = `Shows and changes what HubSpot is told of verified requests. HUBSPOT_SECRET connects it; npm run webhooks shows what waits.

Usage: npm run crm -- mapping [--json]              which of its properties gets what
       npm run crm -- mapping set PROPERTY SOURCE   '' as SOURCE: the property is not sent
       npm run crm -- mapping reset PROPERTY        as it was declared
       npm run crm -- dry-run [--limit N] [--json]  what would be sent of the latest N verified requests [5]

  SOURCE  answers.NAME, lead.id, lead.request, lead.caller, lead.about, utm.NAME, consent.PURPOSE, or "a text";
          'one | another' takes the first that is not empty, 'one ? another' the second where the first is not`;

export const crmCommand: Command = { help, run };

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean' }, limit: { type: 'string', default: '5' } },
  });
  const [action, change, property, source, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(`'${rest[0]}' is too much`);
  if (action === 'dry-run' && change === undefined) return dryRun(context, values.limit, values.json === true);
  if (action !== 'mapping') throw new UsageError(action === undefined ? 'What is to be done?' : `There is no action '${action}'`);
  if (change === undefined) return showMapping(context, values.json === true);
  if (property === undefined || !/^[a-z][a-z0-9_]{0,99}$/.test(property))
    throw new UsageError('Which property? HubSpot’s internal name is needed');
  if (change === 'set' && source !== undefined) return setSource(context, property, source);
  if (change !== 'reset' || source !== undefined) throw new UsageError('mapping set PROPERTY SOURCE, or mapping reset PROPERTY');
  await changeMapping(context.store.db, HUBSPOT, { property, source: undefined });
  return showMapping(context, false);
}

async function setSource(context: CommandContext, property: string, source: string): Promise<number> {
  if (property === 'email') throw new UsageError('email is what contacts are known by: it is always sent');
  const fault = source === '' ? undefined : sourceFault(source);
  if (fault !== undefined) throw new UsageError(fault);
  await changeMapping(context.store.db, HUBSPOT, { property, source });
  return showMapping(context, false);
}

async function showMapping({ store, print }: CommandContext, json: boolean): Promise<number> {
  const mapping = { email: 'the address', ...(await readMapping(store.db, HUBSPOT)) };
  const rows = Object.entries(mapping).map(([property, source]) => {
    const declared = property === 'email' ? source : defaultMapping[property];
    return [property, source, declared === source ? '' : declared === undefined ? 'added' : `declared: ${declared}`];
  });
  const dropped = Object.keys(defaultMapping).filter((property) => !Object.hasOwn(mapping, property));
  if (json) print(JSON.stringify(mapping, null, 2));
  else
    print(
      textTable([
        ['PROPERTY', 'SOURCE', 'CHANGED'],
        ...rows,
        ...dropped.map((property) => [property, '(not sent)', `declared: ${defaultMapping[property]!}`]),
      ]),
    );
  return 0;
}

async function dryRun({ store, print }: CommandContext, limit: string, json: boolean): Promise<number> {
  if (!/^[1-9]\d{0,3}$/.test(limit)) throw new UsageError('--limit is a whole number from 1 to 9999');
  const mapping = await readMapping(store.db, HUBSPOT);
  const leads = await store.db
    .selectFrom('leads')
    .selectAll()
    .where('status', '=', 'verified')
    .where('suspected_spam', '=', 0)
    .where('sample', 'is', null)
    .orderBy('verified_at', 'desc')
    .limit(Number(limit))
    .execute();
  const inputs: object[] = [];
  for (const lead of leads) {
    const { data } = await leadData(store.db, lead);
    inputs.push({ idProperty: 'email', id: lead.email.toLowerCase(), properties: propertiesOf(mapping, data) });
  }
  if (json) print(JSON.stringify({ inputs }, null, 2));
  else if (inputs.length === 0) print('Nobody has confirmed a request yet.');
  else print(inputs.map((input) => JSON.stringify(input, null, 2)).join('\n'));
  return 0;
}
