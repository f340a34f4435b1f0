import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { apiPaths } from '../../contract/api.ts';
import { createAlertWatch } from '../alerts/alert-watch.ts';
import { jobs } from '../compose/job-list.ts';
import { insertJobs, jobRow } from '../queue/job-queue.ts';
import { createWorker } from '../queue/worker.ts';
import { verificationMail } from '../leads/confirmation/verification.mail.tsx';
import { frame } from '../mail/mail.testing.tsx';
import { createMailer } from '../mail/mailer.ts';
import { answer, smtpPeer } from '../mail/smtp.testing.ts';
import { application } from '../recruiting/applications.testing.ts';
import { freshStore, temporaryFolder } from '../store/store.testing.ts';
import { testApp, validBodies } from '../testing/app.testing.ts';
import { multipart } from '../testing/multipart.testing.ts';

/** Data that must never be in a log: a name, the parts of an address, a telephone number, a text, a token, a client's address. */
const marked = {
  name: 'Zebedeus',
  surname: 'Quillfeather',
  lastname: 'Quillfeather',
  email: 'z.quillfeather@marked-mail.org',
  phone: '+39 347 5550199',
  company: 'Zebedeus Holdings',
  subject: 'Quillfeather asks',
  message: 'Zebedeus Quillfeather would like to know how the figures are computed.',
};
const TOKEN = 'Zq'.repeat(21) + 'Z';
const CLIENT = '203.0.113.77';
const MARKS = ['zebedeus', 'quillfeather', 'marked-mail', '5550199', 'zqzqzq', '203.0.113.', '127.0.0.1', '::1'];

test('nothing of a visitor is in the log of a whole run', async () => {
  const run = await startRun();
  const { app, store, url, lines } = run;
  const ids = await sendForms(url);
  expect(ids).toHaveLength(4);
  await askEverywhere(app, url);
  await runJobs(run);
  await store.close();
  await askEverywhere(app, url);
  await sendForms(url);
  const log = lines.join('').toLowerCase();
  // Every part of the run was logged.
  for (const said of ['"msg":"request"', '"route":"/verify"', '"status":201', '"status":503', 'job failed for good', 'will be tried again'])
    expect(log).toContain(said.toLowerCase());
  expect(log).toContain('the store does not answer');
  const found = MARKS.flatMap((mark) => lines.filter((line) => line.toLowerCase().includes(mark)).slice(0, 2));
  expect(found).toEqual([]);
});

test('without LOG_REQUESTS requests leave no line', async () => {
  const { url, lines } = await startRun({ LOG_REQUESTS: 'off' });
  for (let n = 0; n < 5; n += 1) await fetch(`${url}/about`);
  expect(lines.filter((line) => line.includes('request'))).toEqual([]);
});

type Run = Awaited<ReturnType<typeof startRun>>;

async function startRun(env: Record<string, string> = {}) {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const log = pino({ level: 'trace', base: null }, stream);
  const store = await freshStore({ log });
  const settings = {
    LOG_REQUESTS: 'on',
    TRUST_PROXY: '1',
    RATE_LIMIT: 'on',
    MIN_FILL_MS: '0',
    BOUNCE_SECRET: 'a-long-random-password',
    CALENDAR_WEBHOOK_SECRET: 'another-long-random-password',
  };
  const { app, context } = await testApp(
    store,
    { ...settings, DATA_DIR: temporaryFolder(), OPS_MAIL: 'ops@example.com', ...env },
    { logger: log },
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  // The line with the address that the server listens on is dropped: it is not a visitor's.
  lines.length = 0;
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return { app, context, store, url, lines, log };
}

async function sendForms(url: string): Promise<string[]> {
  const contact = { ...validBodies.bookademo, ...marked, attribution: { page: `/?email=${marked.email}`, referrer: marked.company } };
  const parts = multipart(
    Object.entries({ ...marked, uuid: '0b9f7f5e-5a3c-4a86-9a0e-0c8f1d9e2a11' }).map(([name, value]) => ({ name, value })),
  );
  const json = { 'content-type': 'application/json' };
  const bodies: Sent[] = [
    ['/cognitivepro/forms/home_bad', JSON.stringify(contact), json],
    ['/www/contacts', JSON.stringify({ ...marked, name: 'Zebedeus Quillfeather' }), json],
    [apiPaths.reports('cognitivepro'), new Uint8Array(parts.payload), parts.headers],
    sentApplication(),
  ];
  const ids: string[] = [];
  for (const [path, body, own] of bodies) {
    const sent = await fetch(url + path, { body, method: 'POST', headers: { ...own, ...headers } });
    if (sent.status === 201) ids.push(((await sent.json()) as { id: string }).id);
  }
  return ids;
}

type Sent = [path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>];

function sentApplication(): Sent {
  const { name, lastname, email, phone, message } = marked;
  const { payload, headers: own } = application(
    { name, lastname, email, phone: phone.replaceAll(' ', ''), message: message.slice(0, 90), subject: 'Junior Full-stack Developer' },
    undefined,
    'Quillfeather Zebedeus.pdf',
  );
  return [apiPaths.applications, new Uint8Array(payload), own];
}

const headers = {
  'user-agent': marked.company,
  referer: `https://example.com/${marked.email}`,
  cookie: `who=${marked.email}`,
  'x-forwarded-for': CLIENT,
};

/** Requests every route with the marked data wherever a request can contain it: reading, writing, nonsense, and failed sign-ins. */
async function askEverywhere(app: FastifyInstance, url: string): Promise<void> {
  const query = new URLSearchParams({ token: TOKEN, email: marked.email, position: marked.name });
  const own = {
    ...headers,
    'idempotency-key': `${TOKEN} x`,
    authorization: `Basic ${Buffer.from(`${marked.name}:${TOKEN}`).toString('base64')}`,
  };
  const routes = routesOf(app);
  expect(routes.length).toBeGreaterThan(40);
  expect(routes).toEqual(
    expect.arrayContaining(['/verify', '/:product/forms/:caller', '/webhooks/bounces', '/hooks/bounces', '/hooks/calendar', '/consents']),
  );
  const json = JSON.stringify({ ...marked, token: TOKEN });
  const asked = routes.flatMap((route): [string, RequestInit][] => {
    const path = `${url}${route.replaceAll(/:\w+|\*/g, marked.surname)}?${String(query)}`;
    return [
      [path, { headers: own }],
      [path, { method: 'POST', headers: { ...own, 'content-type': 'application/json' }, body: json }],
      [path, { method: 'POST', headers: { ...own, 'content-type': 'application/json' }, body: json.slice(0, -1) }],
      [path, { method: 'POST', headers: { ...own, 'content-type': 'application/x-www-form-urlencoded' }, body: String(query) }],
    ];
  });
  asked.push([`${url}/${marked.email}/${TOKEN}`, { headers: own }], [`${url}/%zz${marked.name}`, { headers: own }]);
  for (const [path, init] of asked) await (await fetch(path, { ...init, redirect: 'manual' })).arrayBuffer();
}

function routesOf(app: FastifyInstance): string[] {
  const path: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent, part, methods] = /^((?:│? {3,4})*)[├└]── (.*?)(?: \((.*)\))?$/.exec(line) ?? [];
      if (part === undefined) return [];
      path.length = indent!.length / 4;
      path.push(part === '(empty root node)' ? '' : part);
      return methods === undefined ? [] : [path.join('')];
    });
}

/** Runs jobs with a mail server that refuses every recipient by name, and with payloads that cannot be read. */
async function runJobs({ store, context, log }: Run): Promise<void> {
  const peer = await smtpPeer({
    onRcptTo: ({ address }, _session, done) =>
      done(answer(address.includes('example') ? 451 : 550, `5.1.1 <${address}> ${address.split('@')[0]} is unknown`)),
  });
  const { settings, files } = context;
  const mailer = createMailer({
    store,
    log,
    mailUrl: peer.url,
    dataDir: settings.DATA_DIR,
    from: 'Sample <no-reply@example.com>',
    limit: { perHour: 30, perDay: 100 },
    frame,
  });
  const worker = createWorker({ store, jobs, services: { settings, store, files, mailer, log }, log, alone: false });
  const now = store.now();
  const row = jobRow(verificationMail, { leadId: 'x' }, { now });
  await insertJobs(store.db, [{ ...row, payload: JSON.stringify({ leadId: { [marked.surname]: marked.email } }) }]);
  await store.db.updateTable('jobs').set({ run_at: 0 }).execute();
  await worker.runDue();
  const watch = createAlertWatch({ store, settings, log, wake: () => undefined });
  await watch.look();
  watch.end();
  await worker.stop(0);
  mailer.close();
}
