import { describe, expect, onTestFinished, test } from 'vitest';
import { changeCrmField, dryRunCrm, readCrms } from '../../contract/calls/desk/crm-calls.ts';
import type { CallInput } from '../../contract/calls/desk/call.ts';
import { addLeads } from '../work/index/index.testing.ts';
import { testOnStores } from '../store/store.testing.ts';
import { answer, type SignedIn, testDesk } from '../testing/desk.testing.ts';
import { person, setUpCrm } from './crm/crm.testing.ts';
import { hubspot } from './hubspot/hubspot-fields.ts';
import { hubspotApi } from './hubspot/hubspot-api.ts';
import { hubspotClient } from './hubspot/hubspot-client.ts';
import { startHubspotDouble } from './hubspot/hubspot-double.testing.ts';

async function setUp() {
  let double: Awaited<ReturnType<typeof startHubspotDouble>> | undefined;
  const parts = await setUpCrm(hubspot, async ({ post, clock: { now } }) => {
    double = await startHubspotDouble(now);
    onTestFinished(double.close);
    const { url, token } = double;
    return { client: hubspotClient(hubspotApi({ post, url, token, now, between: 0 })), settings: { HUBSPOT_SECRET: token } };
  });
  const { clock, signedIn } = await testDesk(parts.store, { HUBSPOT_SECRET: double!.token });
  clock.now = parts.clock.now();
  const actions = async () => {
    const rows = await parts.store.db.selectFrom('staff_actions').selectAll().orderBy('id').execute();
    return rows.map(({ action, subject, subject_id: id, detail }) => [action, subject, id, JSON.parse(detail) as unknown]);
  };
  return { ...parts, double: double!, signedIn, actions };
}

async function fieldsOf(who: SignedIn, crm = 'hubspot') {
  const { crms } = await answer(who, readCrms, {});
  const { version, fields, ...about } = crms.find(({ id }) => id === crm)!;
  return { version, about, field: (name: string) => fields.find(({ field }) => field === name) };
}

type Change = Omit<CallInput<typeof changeCrmField>, 'id'>;
const change = (who: SignedIn, input: Change, id = 'hubspot') => who.call(changeCrmField, { id, ...input });

describe('fields of a CRM at the desk', () => {
  test('are shown in words, changed, switched off and on, and had as declared again: what is sent follows', async () => {
    const { signedIn, verified, deliver, double, actions } = await setUp();
    const [admin, sales] = [await signedIn('admin'), await signedIn('sales')];
    const first = await fieldsOf(sales);
    expect(first.about).toMatchObject({ name: 'HubSpot', connected: true, address: 'email' });
    expect(first.field('lastname')).toEqual({
      field: 'lastname',
      source: 'answers.surname | answers.lastname',
      words: 'Surname; or else Last name',
      example: 'Lovelace',
      declared: 'answers.surname | answers.lastname',
      isSent: true,
      isRefused: false,
    });
    expect((await change(sales, { version: 0, field: 'phone', act: 'off' })).statusCode).toBe(403);
    const steps: readonly Omit<Change, 'version'>[] = [
      { field: 'jobtitle', act: 'set', source: 'answers.company' },
      { field: 'jobtitle', act: 'off' },
      { field: 'city', act: 'add', source: '"Milan"' },
      { field: 'company', act: 'off' },
    ];
    for (const [version, step] of steps.entries())
      expect((await change(admin, { ...step, version })).json()).toEqual({ version: version + 1 });
    const { field, version } = await fieldsOf(sales);
    expect(field('jobtitle')).toMatchObject({ source: 'answers.company', declared: 'answers.role', isSent: false });
    expect(field('city')).toMatchObject({ declared: null, words: 'The text “Milan”', example: 'Milan', isSent: true });
    await verified(person(1));
    await deliver();
    const told = () => double.contacts.get('ada1@example.com')!.properties;
    expect(told()).toMatchObject({ city: 'Milan', lastname: 'Number 1' });
    expect(Object.keys(told())).not.toEqual(expect.arrayContaining(['company']));
    expect(told()).not.toHaveProperty('jobtitle');
    // Switched on again, the field has its source back.
    await change(admin, { version, field: 'jobtitle', act: 'on' });
    await change(admin, { version: version + 1, field: 'company', act: 'on' });
    await change(admin, { version: version + 2, field: 'city', act: 'reset' });
    const after = await fieldsOf(admin);
    expect([after.field('jobtitle'), after.field('company'), after.field('city')]).toMatchObject([
      { source: 'answers.company', isSent: true },
      { source: 'answers.company', isSent: true },
      undefined,
    ]);
    expect((await actions()).slice(0, 3)).toEqual([
      ['call refused', 'call', changeCrmField.name, { outcome: 'no role' }],
      [
        'CRM field changed',
        'crm',
        'hubspot',
        { field: 'jobtitle', change: 'set', before: 'answers.role', after: 'answers.company', version: 1 },
      ],
      ['CRM field changed', 'crm', 'hubspot', { field: 'jobtitle', change: 'off', before: 'answers.company', after: '', version: 2 }],
    ]);
  });

  test('are changed by one of several who have seen the same version', async () => {
    const { signedIn, actions } = await setUp();
    const admins = [await signedIn('admin'), await signedIn('admin'), await signedIn('admin')];
    const names = ['city', 'agreed', 'hs_lead_status'];
    const answers = await Promise.all(
      admins.map((who, index) => change(who, { version: 0, field: names[index]!, act: 'add', source: 'answers.company' })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)!.body).toContain('Somebody changed these fields meanwhile');
    const { version, field } = await fieldsOf(admins[0]!);
    expect([version, names.filter((name) => field(name) !== undefined).length, (await actions()).length]).toEqual([1, 1, 1]);
  });

  test('are refused where the CRM could not take them, and then nothing changes', async () => {
    const { signedIn, actions, run } = await setUp();
    const admin = await signedIn('admin');
    const refused: readonly (readonly [crm: string, Omit<Change, 'version'>, at: 'field' | 'source', words: string])[] = [
      ['hubspot', { field: 'phone', act: 'add', source: 'answers.name' }, 'field', 'in the table already'],
      ['hubspot', { field: 'Favourite Colour', act: 'add', source: 'answers.name' }, 'field', 'small letter'],
      ['hubspot', { field: 'email', act: 'set', source: 'answers.name' }, 'field', 'always sent'],
      ['hubspot', { field: 'createdate', act: 'add', source: 'lead.id' }, 'field', 'HubSpot writes createdate itself'],
      ['hubspot', { field: 'city', act: 'off' }, 'field', 'not in the table'],
      ['hubspot', { field: 'city', act: 'add', source: 'answers.compnay' }, 'source', 'No form asks for'],
      ['hubspot', { field: 'city', act: 'add', source: 'consent.marketting ? "yes"' }, 'source', 'Nobody is asked for consent'],
      ['hubspot', { field: 'city', act: 'add', source: 'answer.name' }, 'source', 'is no source'],
      ['hubspot', { field: 'city', act: 'add', source: ' ' }, 'source', 'Say what goes into it'],
      ['hubspot', { field: 'city', act: 'add' }, 'source', 'Say what goes into it'],
      ['salesforce', { field: 'PHONE', act: 'add', source: 'answers.name' }, 'field', 'Phone is in the table already'],
      ['salesforce', { field: 'site_id__c', act: 'add', source: 'answers.name' }, 'field', 'always sent'],
      ['salesforce', { field: 'Compnay', act: 'add', source: 'answers.company' }, 'field', 'ends in __c'],
      ['salesforce', { field: 'IsConverted', act: 'add', source: 'answers.company' }, 'field', 'ends in __c'],
    ];
    for (const [crm, step, at, words] of refused) {
      const { statusCode, body } = await change(admin, { version: 0, ...step }, crm);
      expect([statusCode, step, (JSON.parse(body) as { errors?: Record<string, string> }).errors]).toEqual([
        422,
        step,
        { [at]: expect.stringContaining(words) },
      ]);
    }
    expect((await change(admin, { version: 0, field: 'city', act: 'on' }, 'pipedrive')).statusCode).toBe(404);
    expect(await actions()).toEqual([]);
    expect((await fieldsOf(admin)).version).toBe(0);
    // The command and the desk share one version, and Salesforce's field names match in upper and lower case.
    await run('mapping', 'set', 'city', 'answers.company');
    expect((await fieldsOf(admin)).version).toBe(1);
    expect((await change(admin, { version: 0, field: 'city', act: 'off' })).statusCode).toBe(409);
    await change(admin, { version: 0, field: 'Site_Request__c', act: 'add', source: 'lead.request' }, 'salesforce');
    expect((await change(admin, { version: 1, field: 'site_request__C', act: 'add', source: 'lead.id' }, 'salesforce')).body).toContain(
      'in the table already',
    );
  });

  test('are marked where the CRM refused them, without its words', async () => {
    const { signedIn, verified, deliver, run } = await setUp();
    await run('mapping', 'set', 'favourite_colour', 'answers.company');
    await verified(person(1));
    await deliver();
    const { field } = await fieldsOf(await signedIn('sales'));
    expect([field('favourite_colour'), field('phone')]).toMatchObject([{ isRefused: true }, { isRefused: false }]);
  });

  testOnStores('a dry run shows what is sent byte for byte, what not and why, to those who may see the request', async () => {
    const { signedIn, verified, deliver, double, actions, store, clock } = await setUp();
    const [admin, sales] = [await signedIn('admin'), await signedIn('sales')];
    const empty = await sales.call(dryRunCrm, { id: 'hubspot' });
    expect([empty.statusCode, empty.body.includes('Nobody has confirmed a request yet')]).toEqual([404, true]);
    const [id] = (await verified(person(1))) as [string];
    expect((await admin.call(dryRunCrm, { id: 'hubspot' })).statusCode).toBe(403);
    await change(admin, { version: 0, field: 'company', act: 'off' });
    const dry = await answer(sales, dryRunCrm, { id: 'hubspot' });
    expect(dry).toMatchObject({ lead: { id, name: 'Ada Number 1' }, reasons: [], call: 'POST /crm/v3/objects/contacts/batch/upsert' });
    const of = (field: string) => dry.fields.find((one) => one.field === field);
    expect([of('email'), of('firstname'), of('company'), of('phone'), of('hs_legal_basis')]).toMatchObject([
      { words: 'The address', value: 'Ada1@example.com' },
      { words: 'Name', value: 'Ada', why: null },
      { value: null, why: 'switched off' },
      { value: null, why: 'nothing was said: Phone' },
      { value: 'Freely given consent from contact' },
    ]);
    await deliver();
    const { properties } = double.contacts.get('ada1@example.com')!;
    const [input] = (JSON.parse(dry.body) as { inputs: { properties: object }[] }).inputs;
    expect({ ...properties, email: 'Ada1@example.com' }).toEqual(input!.properties);
    expect((await actions()).at(-1)).toEqual(['CRM dry run shown', 'lead', id, { crm: 'hubspot' }]);

    const [unconfirmed] = (await addLeads(store, [{ ...person(2), at: clock.now() }])) as [string];
    const held = await answer(sales, dryRunCrm, { id: 'salesforce', lead: unconfirmed });
    expect(held.reasons).toEqual([
      'Its address is not confirmed: nobody goes to a CRM before, and no consent counts.',
      'Salesforce is not connected: SALESFORCE_KEY is not set.',
    ]);
    const asked = await answer(sales, dryRunCrm, { id: 'hubspot', lead: unconfirmed });
    expect(asked.fields.find(({ field }) => field === 'hs_legal_basis')).toMatchObject({
      value: null,
      why: 'consent to marketing is not confirmed',
    });
    expect(held.call).toBe('PATCH /composite/sobjects/Lead/Site_Id__c');
    expect((await sales.call(dryRunCrm, { id: 'hubspot', lead: 'nobody' })).statusCode).toBe(404);
    expect((await sales.call(dryRunCrm, { id: 'pipedrive' })).statusCode).toBe(404);
  });
});
