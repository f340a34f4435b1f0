import { describe, expect } from 'vitest';
import { correctLeadCall, leadWork } from '../../contract/calls/desk/lead-calls.ts';
import type { CallOutput } from '../../contract/calls/desk/call.ts';
import { leadsOfMailbox } from '../leads/former-addresses.ts';
import { standingConsents } from '../leads/consents/consent-records.ts';
import { readLink, issueToken, markVerified } from '../leads/confirmation/confirm-link.ts';
import { findLead } from '../leads/lead-repository.ts';
import { eraseSubject } from '../privacy/erase-subject.ts';
import { createErasureIndex, listErasures } from '../privacy/erasure-list.ts';
import { subjectOf } from '../privacy/subject.ts';
import { findTraces } from '../privacy/traces.ts';
import { findMentions } from '../privacy/address-mentions.ts';
import { eventsOf } from '../deliveries/lead-events.ts';
import { findLeadPage } from '../work/index/lead-list.ts';
import { addLeads, noon } from '../work/index/index.testing.ts';
import { freshStore, temporaryFolder, testOnStores } from '../store/store.testing.ts';
import { testDesk } from '../testing/desk.testing.ts';

const HOUR = 3_600_000;
const topics = { name: async () => undefined, findPaper: async () => undefined };

async function setUp(email: string) {
  const store = await freshStore();
  const dataDir = temporaryFolder();
  const set = await testDesk(store, { DATA_DIR: dataDir });
  const [id] = (await addLeads(store, [{ answers: { email } }])) as [string];
  const ada = await set.signedIn('sales');
  const correct = async (version: number, corrections: object) => ada.call(correctLeadCall, { id, version, corrections });
  const page = async () => (await ada.call(leadWork.read, { id })).json<CallOutput<typeof leadWork.read>>();
  const tracesOf = async (address: string) => (await findTraces({ db: store.db, dataDir }, subjectOf(address, 'mailbox'))).leads.length;
  const jobs = async () => (await store.db.selectFrom('jobs').select('name').where('name', '=', 'leads.fresh-link').execute()).length;
  return { ...set, store, dataDir, id, correct, page, tracesOf, jobs };
}

describe('a correction', () => {
  testOnStores('of a name keeps the old one in the history, is found at once, and made once', async () => {
    const { store, id, correct, page, jobs } = await setUp('grace@acme.example');
    expect((await correct(0, { name: 'Gracie', phone: 'x' })).json()).toMatchObject({ errors: { phone: expect.any(String) } });
    expect((await correct(0, { name: 'Gracie' })).json()).toMatchObject({ outcome: 'done', work: { version: 1 } });
    expect((await correct(0, { name: 'Gracie' })).json()).toMatchObject({ outcome: 'done', work: { version: 1 } });
    expect((await correct(0, { name: 'Grete' })).json()).toMatchObject({ outcome: 'changed since' });
    const { name, verified, timeline } = await page();
    expect([name, verified, timeline.at(-1)]).toMatchObject([
      'Gracie Lovelace',
      false,
      { kind: 'corrected', detail: { fields: [{ from: 'Ada', to: 'Gracie' }] } },
    ]);
    const { rows } = await findLeadPage(store, { filter: { section: 'lead', search: 'gracie' }, sort: 'newest', limit: 5 });
    expect([rows.map((row) => row.lead_id), await jobs()]).toEqual([[id], 0]);
  });

  testOnStores('of an address asks for it to be confirmed, and what went to the mistyped one confirms nothing', async () => {
    const { store, id, correct, page, jobs, clock, tracesOf } = await setUp('grace@amce.example');
    const lead = (await findLead(store.db, id))!;
    const token = await issueToken(store.db, { lead, now: clock.now, hours: 72 });
    expect((await correct(0, { email: 'no address' })).statusCode).toBe(422);
    await correct(0, { email: 'grace@acme.example' });
    expect(await page()).toMatchObject({ email: 'grace@acme.example', verified: false });
    expect(await jobs()).toBe(1);
    expect((await readLink({ db: store.db, topics }, { token, now: clock.now })).state).toBe('superseded');
    // The person with the mistyped address has no data here but a mention of the address in what staff wrote about the lead.
    expect([await tracesOf('grace@amce.example'), await tracesOf('grace@acme.example')]).toEqual([0, 1]);
    expect(await findMentions(store.db, subjectOf('grace@amce.example', 'mailbox'))).toEqual([{ id, section: 'lead', by: 'staff' }]);
  });

  testOnStores('leaves the link of a mistyped address to the other requests of its owner', async () => {
    const { store, id, correct, clock } = await setUp('grace@amce.example');
    const [other] = (await addLeads(store, [{ answers: { email: 'grace@amce.example' } }])) as [string];
    const token = await issueToken(store.db, { lead: (await findLead(store.db, id))!, now: clock.now, hours: 72 });
    await correct(0, { email: 'grace@acme.example' });
    expect(await readLink({ db: store.db, topics }, { token, now: clock.now })).toMatchObject({ state: 'ask', linked: other });
  });

  testOnStores('of a confirmed address is followed by consents, export and erasure under both, and by deliveries', async () => {
    const { store, dataDir, id, correct, tracesOf, clock } = await setUp('grace@former.example');
    await store.begin((tx) => markVerified(tx, id, noon + HOUR));
    await correct(0, { email: 'grace@acme.example' });
    const lead = (await findLead(store.db, id))!;
    expect(lead).toMatchObject({ status: 'unverified', verified_at: null, email: 'grace@acme.example' });
    expect([await tracesOf('grace@former.example'), await tracesOf('Grace@acme.example')]).toEqual([1, 1]);
    expect((await standingConsents(store.db, 'grace@former.example')).map(({ lead_id: of }) => of)).toEqual([id]);
    expect((await leadsOfMailbox(store.db, 'grace@acme.example').select('leads.id').execute()).map((row) => row.id)).toEqual([id]);
    const row = await store.db.selectFrom('lead_events').selectAll().where('kind', '=', 'corrected').executeTakeFirstOrThrow();
    const [told] = await store.begin((tx) => eventsOf(tx, { lead, row }));
    expect(told).toMatchObject({ payload: { type: 'lead.corrected', data: { lead: { email: 'grace@acme.example', verifiedAt: null } } } });
    const parts = { store, files: { remove: async () => true }, dataDir, now: () => clock.now, onErased: async () => undefined };
    const { counts } = await eraseSubject(parts, subjectOf('grace@former.example', 'mailbox'), { actor: 'dpo', action: 'erase' });
    expect(counts).toMatchObject({ leads: 1, formerAddresses: 1 });
    const again = createErasureIndex(await listErasures(store.db));
    expect([again('grace@former.example').length, again('grace@acme.example').length, again('ada@example.com').length]).toEqual([1, 1, 0]);
    expect(await store.db.selectFrom('lead_addresses').selectAll().execute()).toEqual([]);
  });
});
