import * as calls from '../../contract/calls/desk/crm-calls.ts';
import type { CallResult } from '../../contract/calls/desk/call.ts';
import type { LeadSection } from '../../contract/desk/lead-facts.ts';
import type { Role } from '../../contract/desk/roles.ts';
import { HttpRefusal } from '../http/desk-answers.ts';
import type { DeskRoute } from '../http/desk-route.ts';
import { findLead } from '../leads/lead-repository.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store, Tx } from '../store/store.ts';
import type { Crm } from './crm/crm.ts';
import { sourceForms } from './crm/crm-mapping.ts';
import { crms } from './crm-list.ts';
import { exactEndpoint } from './endpoints.ts';

type CrmFacts = CallResult<typeof calls.readCrms>['crms'][number];

type CrmContext = {
  store: Store;
  settings: Settings;
  /** Those of these leads that the given roles may see, by id. */
  seenLeads: (
    db: Tx,
    ids: readonly string[],
    roles: readonly Role[],
  ) => Promise<Map<string, { id: string; section: LeadSection; name: string }>>;
};

/** The desk's calls to read and change which CRM field gets which value, and to see what would be sent for a request. */
export function crmRoutes(route: DeskRoute, { store, settings, seenLeads }: CrmContext): void {
  route(calls.readCrms, async () => {
    const { exampleOf, namedSources } = await import('./crm/crm-sources.ts');
    const facts: CrmFacts[] = [];
    for (const crm of crms) facts.push(await factsOf(store.db, crm, settings));
    return { crms: facts, sources: namedSources.map((one) => ({ ...one, example: exampleOf(one.source) })), sourceForms };
  });

  route(calls.changeCrmField, async ({ record }, { id, ...change }) => {
    const crm = crms.find((one) => one.id === id);
    if (crm === undefined) return noCrm();
    const { changeMapping } = await import('./crm/mapping-changes.ts');
    return store.begin(async (tx) => {
      const done = await changeMapping(tx, { crm, settings }, change);
      if (done.outcome === 'stale') return changedMeanwhile();
      if (done.outcome === 'refused')
        return new HttpRefusal(422, { title: 'Some of this cannot be used', errors: { [done.at]: done.words } });
      const { version, field, before, after } = done;
      await record(tx, { subject: { kind: 'crm', id }, detail: { field, change: change.act, before, after, version } });
      return { version };
    });
  });

  route(calls.dryRunCrm, async ({ roles, record }, { id, lead: asked }) => {
    const crm = crms.find((one) => one.id === id);
    if (crm === undefined) return noCrm();
    const [{ dryRunOf, latestTold }, { mappedWords }] = [await import('./crm/crm-dry-run.ts'), await import('./crm/crm-sources.ts')];
    const lead = asked === undefined ? (await latestTold(store.db, 1))[0] : await findLead(store.db, asked);
    const seen = lead && (await seenLeads(store.db, [lead.id], roles)).get(lead.id);
    if (lead === undefined || seen === undefined)
      return new HttpRefusal(404, { detail: asked === undefined ? 'Nobody has confirmed a request yet.' : 'There is no such request.' });
    const { reasons, fields, call, body } = await dryRunOf(store.db, { crm, settings }, lead);
    await record(store.db, { subject: { kind: 'lead', id: lead.id }, detail: { crm: id } });
    return {
      lead: seen,
      reasons,
      fields: fields.map(({ field, source, value, why }) => ({
        field,
        words: field === crm.address ? 'The address' : mappedWords(source),
        value,
        why,
      })),
      call,
      body: JSON.stringify(body, null, 2),
    };
  });
}

async function factsOf(db: Tx, crm: Crm, settings: Settings): Promise<CrmFacts> {
  const { exampleOf, mappedWords } = await import('./crm/crm-sources.ts');
  const { readFields } = await import('./crm/mapping-changes.ts');
  const { id, name, records, address, setting, fieldRule } = crm;
  const { version, fields } = await readFields(db, crm);
  const refusal = (await exactEndpoint(db, id))?.last_error ?? '';
  return {
    id,
    name,
    records,
    address,
    setting,
    fieldRule,
    version,
    connected: settings[setting] !== undefined,
    fields: fields.map(({ field, source, declared, isSent }) => ({
      field,
      source,
      declared,
      isSent,
      words: mappedWords(source),
      example: exampleOf(source),
      isRefused: isSent && new RegExp(String.raw`\b${field}\b`).test(refusal),
    })),
  };
}

function noCrm(): HttpRefusal {
  return new HttpRefusal(404, { detail: 'There is no such CRM.' });
}

function changedMeanwhile(): HttpRefusal {
  return new HttpRefusal(409, {
    detail: 'Somebody changed these fields meanwhile. What you typed is still here: look at theirs, then save again.',
  });
}
