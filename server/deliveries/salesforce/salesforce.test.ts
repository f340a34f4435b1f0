import { describe, expect, test } from 'vitest';
import { addLeads } from '../../work/index/index.testing.ts';
import { withdrawConsents } from '../../leads/consents/consent-records.ts';
import { changeLeadState } from '../../work/lead-work.ts';
import { testOnStores } from '../../store/store.testing.ts';
import { person } from '../crm/crm.testing.ts';
import { findDeliveryCauses } from '../delivery-causes.ts';
import { findEndpoint } from '../endpoints.ts';
import { listDeliveries, resend } from '../list-deliveries.ts';
import { EXTERNAL_ID } from './salesforce-double.testing.ts';
import { fitting } from './salesforce-fields.ts';
import { idOf, setUpSalesforce } from './salesforce.testing.ts';
import { everyEighthRun } from '../../testing/rotation.testing.ts';

const minute = 60_000;

describe('Salesforce (a double)', () => {
  test('gets verified requests as Leads, one an address, and of what it needs no less than it needs', async () => {
    const { store, clock, salesforce, run, deliver, verified } = await setUpSalesforce();
    await addLeads(store, [{ at: clock.now(), answers: { email: 'unconfirmed@example.com' } }]);
    await run('mapping', 'set', 'Marketing_Consent__c', 'consent.marketing');
    await verified(person(1), { answers: { name: 'Grace', surname: '', email: 'grace@example.com' } });
    const dry = JSON.parse((await run('dry-run')).printed) as { allOrNone: boolean; records: Record<string, unknown>[] };
    await deliver();
    expect([...salesforce.leads.keys()].toSorted()).toEqual([idOf('ada1@example.com'), idOf('grace@example.com')].toSorted());
    const ada = salesforce.leads.get(idOf('ada1@example.com'))!;
    expect(ada.fields).toEqual({
      Status: 'Open - Not Contacted',
      Email: 'Ada1@example.com',
      FirstName: 'Ada',
      LastName: 'Number 1',
      Company: 'Engines',
      LeadSource: 'Web',
      Marketing_Consent__c: true,
    });
    const { Status: _, ...sent } = ada.fields;
    expect(dry.records.filter((record) => record[EXTERNAL_ID] === idOf('ada1@example.com'))).toEqual([
      { attributes: { type: 'Lead' }, ...sent, [EXTERNAL_ID]: idOf('ada1@example.com') },
    ]);
    expect(salesforce.leads.get(idOf('grace@example.com'))!.fields).toMatchObject({ LastName: 'Grace', Company: '[not provided]' });

    // A person who asks again without naming a company keeps the one that is known.
    await verified({ answers: { name: 'Ada', surname: 'Later', email: 'ADA1@example.com' } });
    await deliver();
    expect(ada.fields).toMatchObject({ LastName: 'Later', Company: 'Engines' });
    expect([salesforce.state.created, salesforce.state.tokens]).toEqual([2, 1]);
    expect(new Set(salesforce.state.refused)).toEqual(new Set(['REQUIRED_FIELD_MISSING']));
  });

  const many = 450;
  everyEighthRun(test, 6)(`gets ${many} in collections, none lost and none doubled, also while it refuses them in every way`, async () => {
    const { store, clock, salesforce, deliver, verified, waiting } = await setUpSalesforce();
    const { state } = salesforce;
    const third = Math.floor(many / 3);
    const some = async (from: number, to: number) => verified(...Array.from({ length: to - from }, (_, n) => person(from + n)));
    await some(0, third);
    await deliver();
    const calls = Math.ceil(third / 200);
    expect([salesforce.leads.size, state.used]).toEqual([third, calls]);

    salesforce.endSessions();
    await some(third, 2 * third);
    await deliver();
    expect([salesforce.leads.size, state.used, state.tokens]).toEqual([2 * third, 2 * calls, 2]);

    state.answerAll = { status: 503, headers: { 'retry-after': '120' } };
    await some(2 * third, many);
    await deliver();
    state.answerAll = undefined;
    clock.pass(minute);
    await deliver();
    expect([(await findEndpoint(store.db, 'salesforce'))!.resume_at, state.used]).toEqual([clock.now() + minute, 2 * calls]);
    clock.pass(2 * minute);
    state.allowed = 0;
    await deliver();
    expect((await findEndpoint(store.db, 'salesforce'))!.resume_at).toBe(clock.now() + 5 * minute);
    expect(salesforce.leads.size).toBe(2 * third);
    state.allowed = 15_000;
    clock.pass(6 * minute);
    await deliver();
    expect([salesforce.leads.size, state.created, await waiting()]).toEqual([many, many, []]);
    expect(await store.db.selectFrom('crm_contacts').select('lead_id').execute()).toHaveLength(many);
  });

  test('what it refuses fails alone, in words that name nobody; what a wrong mapping refused arrives once that is mended', async () => {
    const { store, clock, salesforce, run, deliver, verified, waiting } = await setUpSalesforce();
    await run('mapping', 'set', 'Request__c', 'answers.message');
    await verified(person(1), { answers: { surname: 'Bad', email: 'bad@nodomain' } });
    await verified({
      answers: { surname: 'Hidden', email: 'long@example.com', company: 'x'.repeat(300), message: 'Hidden '.repeat(20) },
    });
    await deliver();
    expect(salesforce.leads.size).toBe(1);
    const errors = async () => (await waiting()).map((delivery) => delivery.last_error);
    expect(await errors()).toEqual(['STRING_TOO_LONG (Request__c)']);
    expect(await findDeliveryCauses(store.db, clock.now())).toMatchObject([
      { kind: 'deliveries failed', subject: 'salesforce', reason: 'INVALID_EMAIL_ADDRESS (Email)', count: 1 },
    ]);
    await run('mapping', 'set', 'Request__c', '');
    clock.pass(minute);
    await deliver();
    expect(String(salesforce.leads.get(idOf('long@example.com'))!.fields.Company)).toHaveLength(255);

    await run('mapping', 'set', 'Nothing__c', 'lead.request');
    await verified(person(2), person(3));
    const before = salesforce.state.used;
    await deliver();
    expect([salesforce.leads.size, salesforce.state.used - before, await errors()]).toEqual([
      2,
      1,
      Array.from({ length: 2 }, () => 'HTTP 400: INVALID_FIELD (Nothing__c)'),
    ]);
    await run('mapping', 'reset', 'Nothing__c');
    clock.pass(minute);
    await deliver();
    expect(salesforce.leads.size).toBe(4);

    salesforce.state.blocking = true;
    salesforce.leads.set('typed', { id: '00Q', fields: { Email: 'Ada4@example.com' } });
    await verified(person(4));
    await deliver();
    const [refused] = await listDeliveries(store.db, { status: 'failed', limit: 1 });
    expect(refused).toMatchObject({ attempts: 1, last_error: 'DUPLICATES_DETECTED' });
    salesforce.state.blocking = false;
    await resend(store.db, { id: refused!.id }, clock.now());
    await deliver();
    expect(salesforce.leads.has(idOf('ada4@example.com'))).toBe(true);
  });

  testOnStores('is told of withdrawals and erasures of those that it knows, converted or not', async () => {
    const { store, clock, salesforce, run, deliver, verified, erase } = await setUpSalesforce();
    const { state, leads, contacts } = salesforce;
    await run('mapping', 'set', 'Marketing_Consent__c', 'consent.marketing');
    const [one] = (await verified(person(1), person(2), person(3))) as [string];
    await deliver();
    const person2 = salesforce.convert(idOf('ada2@example.com'));
    const withdraw = (email: string) =>
      store.begin((tx) => withdrawConsents(tx, email, { purposes: ['marketing'], page: 'x', at: clock.now() }));
    for (const n of [1, 2]) await withdraw(`ada${n}@example.com`);
    await deliver();
    expect(leads.get(idOf('ada1@example.com'))!.fields).toMatchObject({ HasOptedOutOfEmail: true, Marketing_Consent__c: null });
    expect(contacts.get(person2)).toEqual({ HasOptedOutOfEmail: true });
    expect(leads.get(idOf('ada3@example.com'))!.fields).not.toHaveProperty('HasOptedOutOfEmail');

    // A person who asks again after that becomes a new Lead.
    const [again] = (await verified({ answers: { surname: 'Two', email: 'ada2@example.com' } })) as [string];
    await deliver();
    expect(leads.get(again)!.fields).toMatchObject({ LastName: 'Two', Company: '[not provided]' });

    await erase(one);
    expect([state.deleted, leads.has(idOf('ada1@example.com'))]).toEqual([[idOf('ada1@example.com')], false]);
    const known = await store.db.selectFrom('leads').select('id').where('email', 'like', 'ada2@%').execute();
    const second = await store.db.selectFrom('leads').select('id').where('email', 'like', 'Ada2@%').execute();
    await erase(...new Set([...known, ...second].map(({ id }) => id)));
    expect(state.deleted.toSorted()).toEqual([again, idOf('ada1@example.com'), idOf('ada2@example.com')].toSorted());
    const [told] = await listDeliveries(store.db, { status: 'failed' });
    expect(told!.last_error).toBe(`the Lead is deleted; the contact ${person2}, which it became, is not`);
    // Once staff have dealt with it, it is sent again and succeeds.
    await resend(store.db, { id: told!.id }, clock.now());
    await deliver();
    expect(await listDeliveries(store.db, { status: 'failed' })).toEqual([]);
    expect(await store.db.selectFrom('crm_contacts').select('contact_id').execute()).toEqual([{ contact_id: idOf('ada3@example.com') }]);
  });

  test('is told what state staff put a request into, where the mapping names a field for it', async () => {
    const { store, clock, salesforce, run, deliver, verified, waiting } = await setUpSalesforce();
    const [id, gone, converted] = (await verified(person(1), person(2), person(3))) as [string, string, string];
    await deliver();
    await run('mapping', 'set', 'Status', 'state.contacted ? "Working - Contacted" | state.lost ? "Closed - Not Converted"');
    salesforce.leads.delete(idOf('ada2@example.com'));
    salesforce.convert(idOf('ada3@example.com'));
    const lead = salesforce.leads.get(idOf('ada1@example.com'))!;
    lead.fields.Company = 'Changed there';
    for (const one of [id, gone, converted])
      await store.begin((tx) =>
        changeLeadState(tx, store.dialect, { id: one, version: 0, actor: 'ada', at: clock.now(), state: 'contacted' }),
      );
    await deliver();
    expect(lead.fields).toMatchObject({ Status: 'Working - Contacted', Company: 'Changed there' });
    expect([salesforce.leads.size, await waiting()]).toEqual([2, []]);
  });
});

test('the last calls of a day are others’: they are made at longer intervals', async () => {
  const { clock, salesforce, deliver, verified } = await setUpSalesforce();
  const sent = async (n: number) => {
    await verified(person(n));
    await deliver();
    return salesforce.leads.size;
  };
  salesforce.state.used = 0.8 * salesforce.state.allowed;
  expect([await sent(1), await sent(2)]).toEqual([1, 1]);
  clock.pass(15_000);
  salesforce.state.used = 0.95 * salesforce.state.allowed;
  expect(await sent(3)).toBe(3);
  clock.pass(15_000);
  expect(await sent(4)).toBe(3);
  clock.pass(45_000);
  expect(await sent(5)).toBe(5);
});

test('what is too long is cut by whole characters, in fields that every account has', () => {
  const smiles = '😀'.repeat(30);
  expect(fitting({ FirstName: smiles, Own__c: smiles, LastName: null, DoNotCall: true })).toEqual({
    FirstName: '😀'.repeat(20),
    Own__c: smiles,
    LastName: null,
    DoNotCall: true,
  });
  expect(fitting({ FirstName: `x${smiles}` }).FirstName).toBe(`x${'😀'.repeat(19)}`);
});
