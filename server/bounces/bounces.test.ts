import { onTestFinished, describe, expect, test } from 'vitest';
import { readLead } from '../leads/lead-queries.ts';
import { suppressionOf } from '../mail/suppression.ts';
import { freshStore, kinds } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import { testApp, validBodies } from '../testing/app.testing.ts';
import { readBounceReport } from './bounce-report.ts';

const SECRET = 'a-long-random-password';
const basic = `Basic ${Buffer.from(`postmark:${SECRET}`).toString('base64')}`;

describe.each(kinds)('bounces on $dialect', ({ dialect, skip }) => {
  test.skipIf(skip)('of Postmark: a hard one stops mail to the address and stands in the history, once', async () => {
    const { report, lead, store } = await site(dialect);
    const id = await lead('gone@example.org');
    const bounce = {
      RecordType: 'Bounce',
      Type: 'HardBounce',
      ID: 692560173,
      Email: 'Gone@example.org',
      Description: 'The server was unable',
    };
    expect((await report(bounce)).statusCode).toBe(200);
    expect((await report(bounce)).statusCode).toBe(200);
    expect(await suppressionOf(store.db, 'gone@example.org')).toBe('a mail to it came back for good');
    expect(await historyOf(store, id)).toEqual([['mail came back for good', '{"status":"HardBounce"}']]);
  });

  test.skipIf(skip)('of Amazon SES, as plain text by way of SNS: a soft one is written down alone, a complaint stops mail', async () => {
    const { report, lead, store } = await site(dialect);
    const [full, angry] = [await lead('full@example.org'), await lead('angry@example.org')];
    const soft = {
      notificationType: 'Bounce',
      bounce: { bounceType: 'Transient', bouncedRecipients: [{ emailAddress: 'full@example.org', status: '4.2.2' }] },
    };
    const complaint = { eventType: 'Complaint', complaint: { complainedRecipients: [{ emailAddress: 'angry@example.org' }] } };
    for (const [index, message] of [soft, complaint].entries()) {
      const body = { Type: 'Notification', MessageId: `m-${index}`, TopicArn: 'arn:aws:sns', Message: JSON.stringify(message) };
      expect((await report(body, { 'content-type': 'text/plain; charset=UTF-8' })).statusCode).toBe(200);
    }
    expect(await suppressionOf(store.db, 'full@example.org')).toBeUndefined();
    expect(await suppressionOf(store.db, 'angry@example.org')).toBe('its owner called a mail spam');
    expect(await historyOf(store, full)).toEqual([['mail came back', '{"status":"4.2.2"}']]);
    expect(await historyOf(store, angry)).toEqual([['mail called spam', '{"status":"complaint"}']]);
  });
});

test('mail to an address of our own goes on', async () => {
  const { report, store } = await site('sqlite', { STAFF_MAIL: 'Sales <sales@example.org>' });
  await report({ RecordType: 'Bounce', Type: 'HardBounce', ID: 1, Email: 'sales@example.org' });
  expect(await suppressionOf(store.db, 'sales@example.org')).toBeUndefined();
});

test('who lacks the password changes nothing, and without one there is nothing there', async () => {
  const { report, store, app } = await site('sqlite');
  const bounce = { RecordType: 'Bounce', Type: 'HardBounce', ID: 1, Email: 'gone@example.org' };
  for (const authorization of ['', 'Basic', `Basic ${Buffer.from('postmark:wrong').toString('base64')}`, 'Bearer wrong']) {
    const answer = await report(bounce, { authorization });
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Basic realm="bounces"']);
  }
  expect(await suppressionOf(store.db, 'gone@example.org')).toBeUndefined();
  expect((await report(bounce, { authorization: `Bearer ${SECRET}` })).statusCode).toBe(200);
  expect((await report({ hello: 1 })).statusCode).toBe(422);
  expect((await report('{', { 'content-type': 'text/plain' })).statusCode).toBe(400);
  await app.close();
  const without = await site('sqlite', { BOUNCE_SECRET: '' });
  expect((await without.report(bounce)).statusCode).toBe(404);
});

test('only Amazon’s own address is visited to confirm', () => {
  const asked = (SubscribeURL: string) => readBounceReport({ Type: 'SubscriptionConfirmation', SubscribeURL });
  const good = 'https://sns.eu-south-1.amazonaws.com/?Action=ConfirmSubscription&Token=abc';
  expect(asked(good)).toEqual({ confirm: good });
  for (const bad of [
    'http://sns.eu-south-1.amazonaws.com/',
    'https://sns.eu-south-1.amazonaws.com.evil.example/',
    'https://evil.example/sns.eu-south-1.amazonaws.com',
    'https://sns.x@169.254.169.254/',
    'https://sns.eu-south-1.amazonaws.com:8443/',
    'https://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'nonsense',
  ])
    expect(asked(bad)).toBeUndefined();
});

async function site(dialect: Store['dialect'], env: Record<string, string> = {}) {
  const store = await freshStore(dialect);
  const { app } = await testApp(store, { BOUNCE_SECRET: SECRET, ...env });
  onTestFinished(() => app.close());
  return {
    app,
    store,
    report: (body: object | string, headers: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: '/webhooks/bounces',
        payload: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', authorization: basic, ...headers },
      }),
    lead: async (email: string) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/cognitivepro/forms/home_bad',
        payload: { ...validBodies.bookademo, email },
      });
      return answer.json<{ id: string }>().id;
    },
  };
}

async function historyOf(store: Store, id: string): Promise<[string, string][]> {
  const { history } = (await readLead(store.db, id))!;
  return history.filter(({ kind }) => kind !== 'received').map(({ kind, detail }) => [kind, detail]);
}
