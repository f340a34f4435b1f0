import { describe, expect, onTestFinished, test } from 'vitest';
import { UsageError } from '../../cli/command.ts';
import { addLeads, type TestLead } from '../../leads/index/index.testing.ts';
import { createLeadIndexer } from '../../leads/index/lead-indexer.ts';
import { markVerified } from '../../leads/confirmation/link-repository.ts';
import { withdrawConsents } from '../../leads/consents/withdraw-consents.ts';
import { stoppedClock } from '../../jobs/jobs.testing.ts';
import { readSettings } from '../../settings/settings.ts';
import { freshStore, kinds, silent, type Kind } from '../../store/store.testing.ts';
import type { Store } from '../../store/store.ts';
import { testContext } from '../../testing/command.testing.ts';
import { WHOLE_TIMEOUT } from '../deliver-timeouts.ts';
import { createDeliverer } from '../deliverer.ts';
import { findEndpoint } from '../endpoints.ts';
import { listDeliveries } from '../list-deliveries.ts';
import { createPost } from '../post-request.ts';
import { matchSettings } from '../setting-endpoints.ts';
import { createEventReader } from '../take-in-events.ts';
import { tellErasure } from '../tell-erasure.ts';
import { crmCommand } from './crm-command.ts';
import { readSource, sourceFault, type MappedData } from './crm-mapping.ts';
import { hubspotApi } from './hubspot-api.ts';
import { startHubspotDouble } from './hubspot-double.testing.ts';
import { hubspotSender } from './hubspot-sender.ts';

const minute = 60_000;

async function setUp(dialect: Kind['dialect']) {
  const clock = stoppedClock();
  const store: Store = { ...(await freshStore(dialect)), now: clock.now };
  const hubspot = await startHubspotDouble(clock.now);
  const post = createPost({ privately: true });
  onTestFinished(async () => {
    post.close();
    await hubspot.close();
  });
  await matchSettings(store, { HUBSPOT_SECRET: hubspot.token, CHAT_WEBHOOK_URL: undefined });
  const indexer = createLeadIndexer({ store, log: silent, zone: 'Europe/Rome', onEvents: createEventReader(store, silent) });
  const api = hubspotApi({ post, url: hubspot.url, token: hubspot.token, now: clock.now, between: 0 });
  const deliverer = createDeliverer({ store, log: silent, senders: { hubspot: hubspotSender({ store, api }) }, random: () => 0.5 });
  return {
    store,
    clock,
    hubspot,
    run: testContext(crmCommand, store, { now: clock.now }).run,
    deliver: async () => {
      await indexer.takeIn();
      await deliverer.deliverDue();
    },
    verified: async (...leads: TestLead[]): Promise<string[]> => {
      const ids = await addLeads(
        store,
        leads.map((lead) => ({ at: clock.now(), ...lead })),
      );
      await store.begin(async (tx) => {
        for (const id of ids) await markVerified(tx, id, clock.now());
      });
      return ids;
    },
  };
}

const person = (n: number): TestLead => ({
  answers: { name: 'Ada', surname: `Number ${n}`, email: `Ada${n}@example.com`, company: 'Engines' },
});

describe.each(kinds)('HubSpot (a double) on $dialect', ({ dialect, skip }) => {
  test.skipIf(skip)(
    'gets verified requests as contacts, one an address, the latest answers, and nobody who has not confirmed',
    async () => {
      const { store, clock, hubspot, run, deliver, verified } = await setUp(dialect);
      await addLeads(store, [{ at: clock.now(), answers: { email: 'unconfirmed@example.com' } }]);
      await verified(person(1), person(2), { answers: { name: 'Ada', surname: 'Later', email: 'ADA1@example.com', role: 'Quant' } });
      const dry = JSON.parse((await run('dry-run', '--json')).printed) as { inputs: { id: string; properties: Record<string, string> }[] };
      await deliver();
      expect([...hubspot.contacts.keys()].toSorted()).toEqual(['ada1@example.com', 'ada2@example.com']);
      expect(hubspot.contacts.get('ada1@example.com')!.properties).toEqual({
        email: 'ada1@example.com',
        firstname: 'Ada',
        lastname: 'Later',
        company: 'Engines',
        jobtitle: 'Quant',
        lifecyclestage: 'lead',
        hs_legal_basis: 'Freely given consent from contact',
      });
      const [second] = dry.inputs.filter(({ id }) => id === 'ada2@example.com');
      expect(hubspot.contacts.get('ada2@example.com')!.properties).toMatchObject({ ...second!.properties, email: 'ada2@example.com' });
      expect([hubspot.state.creations, hubspot.state.refused]).toEqual([2, []]);
    },
  );

  test.skipIf(skip)(
    'gets hundreds in batches, none lost and none doubled, also when it is down and its limit is used up meanwhile',
    async () => {
      const { clock, hubspot, deliver, verified, store } = await setUp(dialect);
      hubspot.state.down = true;
      await verified(...Array.from({ length: 110 }, (_, n) => person(n)));
      await deliver();
      hubspot.state.down = false;
      hubspot.useUp();
      clock.pass(10_000);
      await deliver();
      await verified(...Array.from({ length: 110 }, (_, n) => person(110 + n)));
      for (let n = 0; n < 20; n += 1) {
        clock.pass(15_000);
        await deliver();
      }
      expect([hubspot.contacts.size, hubspot.state.creations]).toEqual([220, 220]);
      expect(await listDeliveries(store.db, { status: 'waiting', limit: 10 })).toEqual([]);
      expect(await store.db.selectFrom('crm_contacts').select('lead_id').execute()).toHaveLength(220);
    },
  );

  test.skipIf(skip)('an address that it refuses fails alone; what a wrong mapping refused arrives once that is mended', async () => {
    const { store, clock, hubspot, run, deliver, verified } = await setUp(dialect);
    const [bad] = await verified({ answers: { name: 'Bad', email: 'bad@nodomain' } });
    await verified(...Array.from({ length: 40 }, (_, n) => person(n)));
    await deliver();
    expect(hubspot.contacts.size).toBe(40);
    const waiting = await listDeliveries(store.db, { status: 'waiting' });
    expect(waiting).toMatchObject([
      { lead_id: bad, last_error: expect.stringMatching(/^HTTP 400: VALIDATION_ERROR Email address \[address\]/) },
    ]);

    await run('mapping', 'set', 'favourite_colour', 'answers.role | "none"');
    await verified(person(100), person(101));
    const before = hubspot.state.refused.length;
    await deliver();
    expect(hubspot.contacts.size).toBe(40);
    expect(hubspot.state.refused.length - before).toBeLessThan(4);
    expect((await run('mapping', 'reset', 'favourite_colour')).printed).not.toContain('favourite_colour');
    clock.pass(minute);
    await deliver();
    expect(hubspot.contacts.size).toBe(42);
  });

  test.skipIf(skip)('is told of withdrawals and erasures of those that it knows', async () => {
    const { store, clock, hubspot, deliver, verified } = await setUp(dialect);
    const [id] = (await verified(person(1), person(2))) as [string];
    await deliver();
    const contact = hubspot.contacts.get('ada1@example.com')!.id;
    await store.begin((tx) => withdrawConsents(tx, 'ada1@example.com', { purposes: ['marketing'], page: 'x', at: clock.now() }));
    await deliver();
    expect(hubspot.state.unsubscribed).toEqual(['ada1@example.com']);
    const leads = await store.db.selectFrom('leads').selectAll().where('id', '=', id).execute();
    await store.begin(async (tx) => {
      await tellErasure(tx, dialect, { leads, at: clock.now() });
      await tx.deleteFrom('leads').where('id', '=', id).execute();
    });
    clock.pass(WHOLE_TIMEOUT);
    await deliver();
    expect([hubspot.state.erased, [...hubspot.contacts.keys()]]).toEqual([[contact], ['ada2@example.com']]);
    expect(await store.db.selectFrom('crm_contacts').select('lead_id').where('lead_id', '=', id).execute()).toEqual([]);
    expect(await store.db.selectFrom('delivery_events').select('payload').where('type', '=', 'person.erased').execute()).toEqual([
      { payload: null },
    ]);
  });
});

test('the setting makes the endpoint and switches it off, and what a person or a restore switched stays so', async () => {
  const { store, hubspot } = await setUp('sqlite');
  const set = { HUBSPOT_SECRET: hubspot.token, CHAT_WEBHOOK_URL: undefined };
  const state = async () => (await findEndpoint(store.db, 'hubspot'))?.state;
  await matchSettings(store, { ...set, HUBSPOT_SECRET: undefined });
  expect(await state()).toBe('off');
  await matchSettings(store, set);
  expect(await state()).toBe('on');
  await store.db.updateTable('delivery_endpoints').set({ state: 'held', state_reason: 'restored' }).execute();
  await matchSettings(store, set);
  expect(await state()).toBe('held');
  expect(() => readSettings({ CHAT_WEBHOOK_URL: 'ftp://chat/secret-path' })).toThrow(/CHAT_WEBHOOK_URL=\*\*\*/);
});

describe('a mapping', () => {
  const data = {
    lead: {
      id: 'l1',
      request: 'Demo',
      caller: 'home_bad',
      about: null,
      answers: { name: 'Ada', role: '' },
      attribution: { utm: { source: 'news' } },
    },
    consents: [
      { purpose: 'marketing', action: 'confirmed' },
      { purpose: 'newsletter', action: 'asked' },
    ],
  } as unknown as MappedData;

  test.each([
    ['answers.name', 'Ada'],
    ['answers.nothing', ''],
    ['answers.role | answers.name', 'Ada'],
    ['lead.request', 'Demo'],
    ['utm.source', 'news'],
    ['"lead"', 'lead'],
    ['consent.marketing', 'true'],
    ['consent.newsletter', ''],
    ['consent.marketing ? "Yes"', 'Yes'],
    ['consent.newsletter ? "Yes"', ''],
  ])('%s is read as %j', (source, value) => {
    expect([sourceFault(source), readSource(source, data)]).toEqual([undefined, value]);
  });

  test('is changed by a command that says what cannot be read', async () => {
    const { run } = await setUp('sqlite');
    expect((await run('mapping', 'set', 'city', 'answers.city')).printed).toMatch(/city +answers.city +added/);
    expect((await run('mapping', 'set', 'phone', '')).printed).toMatch(/phone +\(not sent\) +declared: answers.phone/);
    expect((await run('mapping', 'reset', 'phone')).printed).toMatch(/phone +answers.phone\n/);
    const refused = [
      ['mapping', 'set', 'city', 'answer.city'],
      ['mapping', 'set', 'email', '"x"'],
      ['mapping', 'set', 'City!', '"x"'],
      ['mapping', 'set', 'city'],
      ['send'],
      ['dry-run', '--limit', '0'],
    ];
    for (const args of refused) await expect(run(...args), args.join(' ')).rejects.toThrow(UsageError);
  });
});
