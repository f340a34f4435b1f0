import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { markVerified } from '../../leads/confirmation/confirm-link.ts';
import { addLeads } from '../../work/index/index.testing.ts';
import { createFollower } from '../../leads/history/history-subscribers.ts';
import { readSettings } from '../../settings/settings.ts';
import { freshStore, silent, temporaryFolder } from '../../store/store.testing.ts';
import { person } from '../crm/crm.testing.ts';
import { findEndpoint } from '../endpoints.ts';
import { startDeliveries } from '../start-deliveries.ts';
import { deliverySubscribers } from '../delivery-subscribers.ts';
import { CLIENT_ID, salesforceKeys, startSalesforceDouble, USERNAME } from './salesforce-double.testing.ts';
import { idOf, setUpSalesforce } from './salesforce.testing.ts';
import { isSalesforce, salesforceAccount } from './salesforce-sign-in.ts';

const minute = 60_000;

describe('signing in to Salesforce', () => {
  const another = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

  test.each([
    ['another key', () => ({ key: another() }), 'sign-in: HTTP 400 invalid_grant invalid assertion'],
    ['another user', () => ({ username: 'who@double.example' }), "sign-in: HTTP 400 invalid_grant user hasn't approved this consumer"],
    ['another app', () => ({ clientId: 'other' }), 'sign-in: HTTP 400 invalid_client_id client identifier invalid'],
  ])('with %s is refused, and said so', async (_, other, error) => {
    const { salesforce, deliver, verified, waiting } = await setUpSalesforce(other());
    await verified(person(1));
    await deliver();
    expect([salesforce.leads.size, (await waiting())[0]!.last_error]).toEqual([0, error]);
  });

  test('gives a token to nobody but Salesforce, and takes a new one once', async () => {
    const { salesforce, deliver, verified, waiting, clock } = await setUpSalesforce();
    salesforce.state.instance = 'https://salesforce.com.example';
    await verified(person(1));
    await deliver();
    expect([salesforce.state.used, (await waiting())[0]!.last_error]).toEqual([
      0,
      'sign-in: https://salesforce.com.example is no address of Salesforce',
    ]);
    salesforce.state.instance = undefined;
    salesforce.state.answerAll = undefined;
    clock.pass(minute);
    await deliver();
    expect(salesforce.leads.size).toBe(1);

    // A new token that is refused as well: no further attempt.
    const { tokens } = salesforce.state;
    salesforce.endSessions();
    const endless = salesforce.state;
    endless.answerAll = { status: 401, body: [{ errorCode: 'INVALID_SESSION_ID', message: 'Session expired or invalid' }] };
    await verified(person(2));
    await deliver();
    endless.answerAll = undefined;
    clock.pass(minute);
    await deliver();
    expect([salesforce.leads.size, endless.tokens]).toEqual([2, tokens + 1]);
  });

  test.each([
    ['https://acme.my.salesforce.com', true],
    ['https://acme--dev.sandbox.my.salesforce.com', true],
    ['https://login.example', true],
    ['http://acme.my.salesforce.com', false],
    ['https://salesforce.com.evil.example', false],
    ['https://evilsalesforce.com', false],
    ['https://user@acme.my.salesforce.com', false],
    ['none', false],
  ])('%s is where a token is sent: %s', (address, sent) => {
    expect(isSalesforce(address, 'https://login.example')).toBe(sent);
  });

  test('needs a file with an RSA key, and the start says so', () => {
    const file = join(temporaryFolder(), 'key.pem');
    const settings = readSettings({ SALESFORCE_KEY: file, SALESFORCE_CLIENT_ID: 'app', SALESFORCE_USERNAME: 'site@example.com' });
    expect(() => salesforceAccount(settings)).toThrow(/SALESFORCE_KEY=.*an RSA private key/);
    writeFileSync(file, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }));
    expect(() => salesforceAccount(settings)).toThrow(/an RSA private key/);
    writeFileSync(file, salesforceKeys().privateKey.export({ type: 'pkcs8', format: 'pem' }));
    expect(salesforceAccount(settings)).toMatchObject({ clientId: 'app', loginUrl: 'https://login.salesforce.com' });
    expect(salesforceAccount(readSettings({}))).toBeUndefined();
    // A key that was set in place of its file's path is not shown.
    const given = '-----BEGIN PRIVATE KEY-----\nHIDDEN\n-----END PRIVATE KEY-----';
    expect(() => readSettings({ SALESFORCE_KEY: given })).toThrow(/SALESFORCE_KEY=\*\*\*: the path of a file(?![\s\S]*HIDDEN)/);
    expect(() => readSettings({ SALESFORCE_KEY: file })).toThrow(/SALESFORCE_CLIENT_ID: it is needed/);
  });
});

test('settings alone connect it', async () => {
  const double = await startSalesforceDouble();
  onTestFinished(double.close);
  const file = join(temporaryFolder(), 'key.pem');
  writeFileSync(file, salesforceKeys().privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const settings = readSettings({
    WEBHOOKS_PRIVATE: 'allow',
    SALESFORCE_KEY: file,
    SALESFORCE_CLIENT_ID: CLIENT_ID,
    SALESFORCE_USERNAME: USERNAME,
    SALESFORCE_LOGIN_URL: double.url,
  });
  const store = await freshStore();
  onTestFinished(startDeliveries({ store, settings, log: silent }));
  await expect.poll(() => findEndpoint(store.db, 'salesforce'), { timeout: 60_000 }).toMatchObject({ state: 'on' });
  const [id] = (await addLeads(store, [{ ...person(1), at: store.now() }])) as [string];
  await store.begin((tx) => markVerified(tx, id, store.now()));
  await createFollower({ store, log: silent, subscribers: deliverySubscribers(store) }).takeIn();
  await expect.poll(() => [...double.leads.keys()], { timeout: 60_000 }).toEqual([idOf('ada1@example.com')]);
});
