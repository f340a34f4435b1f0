import { onTestFinished } from 'vitest';
import { contactForms } from '../../../contract/forms/contact.ts';
import type { Attribution } from '../../../contract/api.ts';
import type { Answers } from '../../../contract/forms/form.ts';
import { newId } from '../../store/id.ts';
import { freshStore, silent } from '../../store/store.testing.ts';
import type { Store } from '../../store/store.ts';
import { insertLeads, type LeadKind, type NewLead } from '../../leads/lead-repository.ts';
import { createFollower } from '../../leads/history/history-subscribers.ts';
import { leadIndexer } from './lead-indexer.ts';

export type TestLead = {
  at?: number;
  kind?: LeadKind;
  form?: string;
  caller?: string;
  campaign?: string;
  attribution?: Attribution;
  spam?: boolean;
  answers?: Answers;
};

export async function setUpIndex() {
  const store = await freshStore();
  const indexer = testIndexer(store);
  return {
    store,
    indexer,
    add: async (...leads: TestLead[]): Promise<string[]> => {
      const ids = await addLeads(store, leads);
      await indexer.takeIn();
      return ids;
    },
    running: (): void => {
      const stop = indexer.start();
      onTestFinished(stop);
    },
  };
}

export function testIndexer(store: Store, zone = 'Europe/Rome') {
  const indexer = leadIndexer({ store, log: silent, zone });
  return { ...createFollower({ store, log: silent, subscribers: [indexer] }), complete: () => indexer.complete() };
}

export async function addLeads(store: Store, leads: readonly TestLead[]): Promise<string[]> {
  const items = leads.map((lead) => ({ lead: newLead(lead), jobs: [] }));
  if (items.length > 0) await store.begin((tx) => insertLeads(tx, items));
  return items.map(({ lead }) => lead.id);
}

export const noon = Date.UTC(2026, 10, 2, 12);

function newLead({
  at = noon,
  kind = 'contact',
  form = 'generic',
  caller = 'home_cu',
  campaign,
  attribution,
  spam = false,
  answers,
}: TestLead): NewLead {
  const { consent } = contactForms.generic;
  return {
    id: newId(at),
    kind,
    product: 'cognitivepro',
    caller,
    form: { type: form, version: 1, consents: [consent] },
    answers: { name: 'Ada', surname: 'Lovelace', email: 'ada@example.com', ...answers },
    attribution: attribution ?? (campaign === undefined ? {} : { utm: { campaign } }),
    spamReason: spam ? 'the honeypot' : undefined,
    at,
    key: undefined,
  };
}
