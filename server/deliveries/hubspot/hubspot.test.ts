import { describe, expect, onTestFinished, test } from 'vitest';
import { addLeads } from '../../work/index/index.testing.ts';
import { withdrawConsents } from '../../leads/consents/consent-records.ts';
import { changeLeadState } from '../../work/lead-work.ts';
import { readSettings } from '../../settings/settings.ts';

import { person, setUpCrm } from '../crm/crm.testing.ts';
import { findEndpoint } from '../endpoints.ts';
import { listDeliveries } from '../list-deliveries.ts';
import { matchSettings } from '../setting-endpoints.ts';
import { hubspotApi } from './hubspot-api.ts';
import { hubspotClient } from './hubspot-client.ts';
import { startHubspotDouble } from './hubspot-double.testing.ts';
import { hubspot as declared } from './hubspot-fields.ts';

const minute = 60_000;

async function setUp() {
  let double: Awaited<ReturnType<typeof startHubspotDouble>> | undefined;
  const parts = await setUpCrm(declared, async ({ post, clock }) => {
    double = await startHubspotDouble(clock.now);
    onTestFinished(double.close);
    const { url, token } = double;
    return { client: hubspotClient(hubspotApi({ post, url, token, now: clock.now, between: 0 })), settings: { HUBSPOT_SECRET: token } };
  });
  return { ...parts, hubspot: double! };
}

describe('HubSpot (a double)', () => {
  test('gets verified requests as contacts, one an address, the latest answers, and nobody who has not confirmed', async () => {
    const { store, clock, hubspot, run, deliver, verified } = await setUp();
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
  });

  test('gets hundreds in batches, none lost and none doubled, also when it is down and its limit is used up meanwhile', async () => {
    const { clock, hubspot, deliver, verified, store } = await setUp();
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
  });

  test('gets sixty that are confirmed in bursts each once, in the pass after its confirmation and a call a burst', async () => {
    const { clock, hubspot, deliver, verified } = await setUp();
    const bursts = [1, 20, 3, 30, 5, 1];
    let confirmed = 0;
    for (const size of bursts) {
      await verified(...Array.from({ length: size }, (_, n) => person(confirmed + n)));
      confirmed += size;
      await deliver();
      expect(hubspot.contacts.size).toBe(confirmed);
      clock.pass(500);
    }
    const times = [...hubspot.state.acceptedAt.values()].map((accepted) => accepted.length);
    expect([times.length, times.every((count) => count === 1), hubspot.state.creations]).toEqual([60, true, 60]);
    expect([hubspot.state.calls, hubspot.state.refused]).toEqual([bursts.length, []]);
  });

  test('an address that it refuses fails alone; what a wrong mapping refused arrives once that is mended', async () => {
    const { store, clock, hubspot, run, deliver, verified } = await setUp();
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

  test('is told of withdrawals and erasures of those that it knows', async () => {
    const { store, clock, hubspot, run, deliver, verified, erase } = await setUp();
    await run('mapping', 'set', 'agreed', 'consent.marketing');
    const [id] = (await verified(person(1), person(2))) as [string];
    await deliver();
    const contact = hubspot.contacts.get('ada1@example.com')!.id;
    await store.begin((tx) => withdrawConsents(tx, 'ada1@example.com', { purposes: ['marketing'], page: 'x', at: clock.now() }));
    await deliver();
    expect(hubspot.state.unsubscribed).toEqual(['ada1@example.com']);
    // Fields that depend on the withdrawn consent are cleared.
    expect(hubspot.contacts.get('ada1@example.com')!.properties).toMatchObject({ hs_legal_basis: '', agreed: '', company: 'Engines' });
    expect(hubspot.contacts.get('ada2@example.com')!.properties.agreed).toBe('true');
    await erase(id);
    expect([hubspot.state.erased, [...hubspot.contacts.keys()]]).toEqual([[contact], ['ada2@example.com']]);
    expect(await store.db.selectFrom('crm_contacts').select('lead_id').where('lead_id', '=', id).execute()).toEqual([]);
    expect(await store.db.selectFrom('delivery_events').select('payload').where('type', '=', 'person.erased').execute()).toEqual([
      { payload: null },
    ]);
  });

  test('is told what state staff put a request into, where the mapping names a property for it', async () => {
    const { store, clock, hubspot, run, deliver, verified } = await setUp();
    const [id] = (await verified(person(1))) as [string];
    const [unknown] = await addLeads(store, [{ at: clock.now(), answers: { email: 'unconfirmed@example.com' } }]);
    const change = async (lead: string, version: number, state: 'contacted' | 'meeting' | 'won') => {
      await store.begin((tx) => changeLeadState(tx, store.dialect, { id: lead, version, actor: 'ada', at: clock.now(), state }));
      await deliver();
    };
    await deliver();
    const contact = hubspot.contacts.get('ada1@example.com')!;
    await change(id, 0, 'contacted');
    expect([contact.properties.hs_lead_status, hubspot.state.changed]).toEqual([undefined, []]);

    await run('mapping', 'set', 'hs_lead_status', 'state.contacted ? "CONNECTED" | state.meeting ? "IN_PROGRESS"');
    contact.properties.company = 'Changed there';
    await change(id, 1, 'meeting');
    await change(unknown!, 0, 'contacted');
    expect(contact.properties).toMatchObject({ hs_lead_status: 'IN_PROGRESS', company: 'Changed there' });
    // A state that the mapping does not name changes nothing, and neither does a contact that no longer exists.
    await change(id, 2, 'won');
    expect(hubspot.state.changed).toEqual([{ hs_lead_status: 'IN_PROGRESS' }]);
    hubspot.contacts.clear();
    await change(id, 3, 'contacted');
    expect([hubspot.contacts.size, await listDeliveries(store.db, { status: 'waiting' })]).toEqual([0, []]);
  });
});

test('the setting makes the endpoint and switches it off, and what a person or a restore switched stays so', async () => {
  const { store, settings: set } = await setUp();
  const state = async () => (await findEndpoint(store.db, 'hubspot'))?.state;
  await matchSettings(store, { ...set, HUBSPOT_SECRET: undefined });
  expect(await state()).toBe('off');
  // The list of events as the previous version stored it.
  await store.db.updateTable('delivery_endpoints').set({ events: '["lead.verified"]' }).execute();
  await matchSettings(store, set);
  expect(await state()).toBe('on');
  expect((await findEndpoint(store.db, 'hubspot'))!.events).toEqual(['lead.verified', 'lead.changed', 'lead.corrected', 'lead.spam']);
  await store.db.updateTable('delivery_endpoints').set({ state: 'held', state_reason: 'restored' }).execute();
  await matchSettings(store, set);
  expect(await state()).toBe('held');
  expect(() => readSettings({ CHAT_WEBHOOK_URL: 'ftp://chat/secret-path' })).toThrow(/CHAT_WEBHOOK_URL=\*\*\*/);
});
