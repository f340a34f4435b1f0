import { describe, expect, test } from 'vitest';
import { UsageError } from '../../cli/command.ts';
import { freshStore } from '../../store/store.testing.ts';
import { testContext } from '../../testing/command.testing.ts';
import { crmCommand } from '../crm-command.ts';
import { fieldsOf, mappingOn, readSource, sourceFault, type MappedData } from './crm-mapping.ts';

const data = {
  lead: {
    id: 'l1',
    request: 'Demo',
    caller: 'home_bad',
    about: null,
    answers: { name: 'Ada', role: '' },
    attribution: { utm: { source: 'news' } },
    state: 'contacted',
  },
  consents: [
    { purpose: 'marketing', action: 'confirmed' },
    { purpose: 'newsletter', action: 'asked' },
  ],
} as unknown as MappedData;

describe('a source', () => {
  test.each([
    ['answers.name', 'Ada'],
    ['answers.nothing', ''],
    ['answers.role | answers.name', 'Ada'],
    ['lead.request', 'Demo'],
    ['lead.state', 'contacted'],
    ['utm.source', 'news'],
    ['"lead"', 'lead'],
    ['consent.marketing', true],
    ['consent.newsletter', ''],
    ['consent.marketing ? "Yes"', 'Yes'],
    ['consent.newsletter ? "Yes"', ''],
    ['consent.newsletter ? "Yes" | "No"', 'No'],
    ['state.new ? "Open" | state.contacted ? "Working" | "Closed"', 'Working'],
    ['state.won', ''],
  ])('%s is read as %j', (source, value) => {
    expect([sourceFault(source), readSource(source, data)]).toEqual([undefined, value]);
  });

  test.each(['answer.city', 'lead.email', 'state.sold', '"a | b"', 'answers.a ? answers.b ? answers.c', ''])('%j is none', (source) => {
    expect(sourceFault(source)).toMatch(/is no source|more than one condition/);
  });
});

test('what is empty is no field; what depends on a state or a consent is found by its name, not in a text', () => {
  const mapping = {
    City: 'answers.city',
    Status: 'state.contacted ? "Working"',
    Agreed__c: 'consent.marketing',
    Other__c: 'consent.marketing_mail',
    Text__c: '"state.new consent.marketing"',
    Now__c: 'lead.state',
  };
  expect(fieldsOf(mapping, data)).toEqual({
    Status: 'Working',
    Agreed__c: true,
    Text__c: 'state.new consent.marketing',
    Now__c: 'contacted',
  });
  expect(Object.keys(mappingOn(mapping, 'state'))).toEqual(['Status', 'Now__c']);
  expect(Object.keys(mappingOn(mapping, 'consent.marketing'))).toEqual(['Agreed__c']);
});

describe('the command', () => {
  const setUp = async () => testContext(crmCommand, await freshStore()).run;

  test.each([
    { crm: 'hubspot', heading: 'FIELD OF HUBSPOT', field: 'city', phone: 'phone', address: 'email', wrong: 'City!' },
    { crm: 'salesforce', heading: 'FIELD OF SALESFORCE', field: 'City', phone: 'Phone', address: 'Email', wrong: 'City-1' },
  ])('changes the mapping of $crm, and says what cannot be read', async ({ crm, heading, field, phone, address, wrong }) => {
    const run = await setUp();
    const change = async (...args: string[]) => run('--crm', crm, 'mapping', ...args);
    const added = (await change('set', field, 'answers.message')).printed;
    expect(added).toMatch(new RegExp(`^${heading} +SOURCE +CHANGED\n`));
    expect(added).toMatch(new RegExp(`${field} +answers.message +added`));
    expect((await change('set', phone, '')).printed).toMatch(new RegExp(`${phone} +\\(not sent\\) +declared: answers.phone`));
    expect((await change('reset', phone)).printed).toMatch(new RegExp(`${phone} +answers.phone\n`));
    const refused = [
      ['mapping', 'set', field, 'answer.city'],
      ['mapping', 'set', address, '"x"'],
      ['mapping', 'set', wrong, '"x"'],
      ['mapping', 'set', field],
      ['send'],
      ['dry-run', '--limit', '0'],
    ];
    for (const args of refused) await expect(run('--crm', crm, ...args), args.join(' ')).rejects.toThrow(UsageError);
    expect((await run('--crm', crm, 'dry-run')).printed).toBe('Nobody has confirmed a request yet.');
  });

  test('asks which CRM where settings connect none, and takes a name of Salesforce in any case', async () => {
    const run = await setUp();
    await expect(run('mapping')).rejects.toThrow('Which CRM? --crm hubspot or --crm salesforce');
    await expect(run('--crm', 'pipedrive', 'mapping')).rejects.toThrow(UsageError);
    expect((await run('--crm', 'salesforce', 'mapping', 'set', 'company', '"Engines"')).printed).toMatch(
      /Company +"Engines" +declared: answers.company/,
    );
    for (const own of ['email', 'Site_Id__c'])
      await expect(run('--crm', 'salesforce', 'mapping', 'set', own, '"x"')).rejects.toThrow('are known by');
  });
});
