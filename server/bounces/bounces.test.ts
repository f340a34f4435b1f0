import { sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readLead } from '../leads/lead-queries.ts';
import { suppressionOf } from '../mail/suppression.ts';
import { freshStore, testOnStores } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import { testApp, validBodies } from '../testing/app.testing.ts';
import { makeCertificate } from '../testing/certificate.testing.ts';

const SECRET = 'a-long-random-password';
const basic = `Basic ${Buffer.from(`postmark:${SECRET}`).toString('base64')}`;

describe('bounces', () => {
  testOnStores('of Postmark: a hard one stops mail to the address and stands in the history, once', async () => {
    const { report, lead, store } = await site();
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

  test('of Amazon SES, as plain text by way of SNS: a soft one is written down alone, a complaint stops mail', async () => {
    const { report, lead, store, fetched } = await site();
    const [full, angry] = [await lead('full@example.org'), await lead('angry@example.org')];
    const soft = {
      notificationType: 'Bounce',
      bounce: { bounceType: 'Transient', bouncedRecipients: [{ emailAddress: 'full@example.org', status: '4.2.2' }] },
    };
    const complaint = { eventType: 'Complaint', complaint: { complainedRecipients: [{ emailAddress: 'angry@example.org' }] } };
    for (const [index, message] of [soft, complaint].entries()) {
      const body = signed({ ...notification, MessageId: `m-${index}`, Message: JSON.stringify(message) }, index === 0 ? '1' : '2');
      expect((await report(body, { 'content-type': 'text/plain; charset=UTF-8' })).statusCode).toBe(200);
    }
    expect(fetched).toEqual([CERTIFICATE_URL]);
    expect(await suppressionOf(store.db, 'full@example.org')).toBeUndefined();
    expect(await suppressionOf(store.db, 'angry@example.org')).toBe('its owner called a mail spam');
    expect(await historyOf(store, full)).toEqual([['mail came back', '{"status":"4.2.2"}']]);
    expect(await historyOf(store, angry)).toEqual([['mail called spam', '{"status":"complaint"}']]);
  });
});

test('the address that was documented before is served as the other one', async () => {
  const { app, store, lead } = await site();
  const id = await lead('gone@example.org');
  const bounce = { RecordType: 'Bounce', Type: 'HardBounce', ID: 1, Email: 'gone@example.org' };
  const told = () => app.inject({ method: 'POST', url: '/webhooks/bounces', payload: bounce, headers: { authorization: basic } });
  expect([(await told()).statusCode, (await app.inject({ method: 'POST', url: '/webhooks/bounces', payload: bounce })).statusCode]).toEqual(
    [200, 401],
  );
  expect(await historyOf(store, id)).toHaveLength(1);
});

test('mail to an address of our own goes on', async () => {
  const { report, store } = await site({ STAFF_MAIL: 'Sales <sales@example.org>' });
  await report({ RecordType: 'Bounce', Type: 'HardBounce', ID: 1, Email: 'sales@example.org' });
  expect(await suppressionOf(store.db, 'sales@example.org')).toBeUndefined();
});

test('who lacks the password changes nothing, and without one there is nothing there', async () => {
  const { report, store, app } = await site();
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
  const without = await site({ BOUNCE_SECRET: '' });
  expect((await without.report(bounce)).statusCode).toBe(404);
});

const complaint = JSON.stringify({ complaint: { complainedRecipients: [{ emailAddress: 'angry@example.org' }] } });

describe('what says that it is Amazon’s', () => {
  test.each<[what: string, message: () => object]>([
    ['without a signature', () => ({ ...notification, Message: complaint })],
    ['with another message than was signed', () => ({ ...signed({ ...notification, Message: '{}' }), Message: complaint })],
    ['with a subject that was not signed', () => ({ ...signed({ ...notification, Message: complaint }), Subject: 'Hello' })],
    ['signed by another key', () => signed({ ...notification, Message: complaint }, '2', makeCertificate({ name: 'x', type: 'rsa' }).key)],
    [
      'signed by SHA-1, and said to be by SHA-256',
      () => ({ ...signed({ ...notification, Message: complaint }, '1'), SignatureVersion: '2' }),
    ],
    ['with a version that there is none of', () => ({ ...signed({ ...notification, Message: complaint }), SignatureVersion: '3' })],
    ['with a signature that is none', () => ({ ...signed({ ...notification, Message: complaint }), Signature: 'none' })],
    ...[
      'http://sns.eu-south-1.amazonaws.com/SimpleNotificationService-1.pem',
      'https://sns.eu-south-1.amazonaws.com.evil.example/x.pem',
      'https://s3.eu-south-1.amazonaws.com/x.pem',
      'https://sns.eu-south-1.amazonaws.com:8443/x.pem',
      'https://sns.eu-south-1.amazonaws.com/?x.pem',
      'https://evil@sns.eu-south-1.amazonaws.com/x.pem',
      'https://169.254.169.254/x.pem',
      'file:///etc/ssl/x.pem',
      'nonsense',
    ].map((url): [string, () => object] => [
      `with a certificate at ${url}`,
      () => ({ ...signed({ ...notification, Message: complaint }), SigningCertURL: url }),
    ]),
  ])('%s is refused', async (_, message) => {
    const { report, store, fetched } = await site();
    expect((await report(message())).statusCode).toBe(403);
    expect(await suppressionOf(store.db, 'angry@example.org')).toBeUndefined();
    // Only Amazon's own address is fetched.
    expect(fetched.filter((url) => url !== CERTIFICATE_URL)).toEqual([]);
  });

  test('is refused once its certificate is over, and tried again where that cannot be fetched', async () => {
    const message = signed({ ...notification, Message: complaint });
    const { report, fetched, clock } = await site({}, (url, times) => {
      if (times === 1) throw new Error('no route');
      return url === CERTIFICATE_URL ? amazon.cert : '';
    });
    expect((await report(message)).statusCode).toBe(503);
    const began = clock.now;
    clock.now += 60 * 24 * 3_600_000;
    expect((await report(message)).statusCode).toBe(403);
    clock.now = began;
    expect((await report(message)).statusCode).toBe(200);
    expect(fetched).toEqual([CERTIFICATE_URL, CERTIFICATE_URL]);
  });

  test('is asked back at its own address only, and only once the signature is right', async () => {
    const good = 'https://sns.eu-south-1.amazonaws.com/?Action=ConfirmSubscription&Token=abc';
    const asking = { ...notification, Type: 'SubscriptionConfirmation', Token: 'abc', SubscribeURL: good };
    const { report, fetched } = await site();
    expect((await report({ ...signed(asking), Token: 'other' })).statusCode).toBe(403);
    for (const url of [
      'http://sns.eu-south-1.amazonaws.com/',
      'https://sns.x@169.254.169.254/',
      'https://169.254.169.254/latest',
      'file:///x',
    ])
      expect((await report(signed({ ...asking, SubscribeURL: url }))).statusCode).toBe(422);
    expect(fetched).toEqual([CERTIFICATE_URL]);
    expect((await report(signed(asking))).statusCode).toBe(200);
    expect(fetched).toEqual([CERTIFICATE_URL, good]);
  });
});

const CERTIFICATE_URL = 'https://sns.eu-south-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem';
const amazon = makeCertificate({ name: 'sns.amazonaws.com', type: 'rsa' });

const notification = {
  Type: 'Notification',
  MessageId: 'm-1',
  TopicArn: 'arn:aws:sns:eu-south-1:123456789012:bounces',
  Message: '{}',
  Timestamp: '2026-11-22T09:00:00.000Z',
};

/** Signs as Amazon's developer guide says: names and values of these fields, in alphabetical order, one per line. */
function signed(message: Record<string, string>, version: '1' | '2' = '2', key = amazon.key): object {
  const lines = Object.entries(message)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}\n${value}\n`);
  const signature = sign(version === '1' ? 'sha1' : 'sha256', Buffer.from(lines.join('')), key).toString('base64');
  return { ...message, SignatureVersion: version, Signature: signature, SigningCertURL: CERTIFICATE_URL };
}

type Answer = (url: string, times: number) => string;

async function site(env: Record<string, string> = {}, answer: Answer = () => amazon.cert) {
  const store = await freshStore();
  const fetched: string[] = [];
  const fetchText = async (url: string) => answer(url, fetched.push(url));
  const { app, clock } = await testApp(store, { BOUNCE_SECRET: SECRET, ...env }, { fetchText });
  clock.now = Date.now();
  return {
    app,
    clock,
    fetched,
    store,
    report: (body: object | string, headers: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: '/hooks/bounces',
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
