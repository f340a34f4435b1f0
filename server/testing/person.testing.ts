import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished } from 'vitest';
import { testIndexer } from '../work/index/index.testing.ts';
import { application, pdf } from '../recruiting/applications.testing.ts';
import { openStore, type Store, type StoreOptions } from '../store/store.ts';
import { testApp, validBodies } from './app.testing.ts';
import { mailWorker } from './mail-worker.testing.ts';
import { multipart } from './multipart.testing.ts';

export type Person = { email: string; name: string; surname: string; phone: string; message: string; company: string };

export const zenobia: Person = {
  email: 'zenobia.q@example.org',
  name: 'Zenobia',
  surname: 'Quillfeather',
  phone: '+393337654321',
  message: 'An unmistakable sentence about periwinkles',
  company: 'Periwinkle Holdings',
};

export const bystander: Person = {
  email: 'bystander@example.net',
  name: 'Bartholomew',
  surname: 'Bystander',
  phone: '+393331112223',
  message: 'A sentence of somebody else, about quinces',
  company: 'Quince Partners',
};

/** Texts by which a person's data is found in any bytes. */
export function marksOf({ email, name, surname, phone, message, company }: Person): string[] {
  return [email, name, surname, phone, message, company, cvMark(email)];
}

/** A server's parts over a store that keeps mails as files, and functions for what a person can do there. */
export async function setUpServer(place: StoreOptions, env: Record<string, string> = {}) {
  const store = await openStore(place);
  onTestFinished(() => store.close());
  await store.migrate();
  const dataDir = place.dataDir;
  const { app, context, clock } = await testApp(store, {
    DATA_DIR: dataDir,
    PUBLIC_URL: 'https://www.example.com',
    STAFF_MAIL: 'sales@example.com',
    ...env,
  });
  const { worker } = mailWorker({ context, clock });

  const indexer = testIndexer(store);
  const pass = async (ms: number): Promise<void> => {
    clock.now += ms;
    await worker.runDue();
    await indexer.takeIn();
  };
  const mails = async (): Promise<string[]> => {
    const names = await readdir(join(dataDir, 'mail')).catch(() => []);
    return Promise.all(names.map((name) => readFile(join(dataDir, 'mail', name), 'latin1')));
  };
  const post = async (url: string, body: { payload: object | Buffer; headers?: Record<string, string> }) => {
    const answer = await app.inject({ method: 'POST', url, ...body });
    expect([url, answer.statusCode]).toEqual([url, 201]);
  };
  const posts = postsOf(post);
  return {
    store,
    app,
    context,
    clock,
    worker,
    pass,
    mails,
    ...posts,
    doEverything: (person: Person) => doEverything(person, { app, store, pass, mails, ...posts }),
  };
}

type Server = {
  app: FastifyInstance;
  store: Store;
  pass: (ms: number) => Promise<void>;
  mails: () => Promise<string[]>;
} & ReturnType<typeof postsOf>;

async function doEverything(person: Person, server: Server): Promise<void> {
  await server.ask(person);
  await server.report(person);
  await server.write(person);
  await server.apply(person);
  await server.pass(1000);
  const [token] = (await server.mails()).flatMap((mail) => {
    const text = mail.replaceAll('=\r\n', '');
    return text.includes(`To: ${person.email}`) ? (/verify\?token=(?:3D)?([\w-]{43})/.exec(text)?.[1] ?? []) : [];
  });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const shown = await server.store.db
    .selectFrom('leads')
    .select('id')
    .where('email', '=', person.email)
    .where('kind', '=', 'contact')
    .execute();
  const pressed = new URLSearchParams({ token: token! });
  for (const { id } of shown) {
    pressed.append('shown', id);
    pressed.append('request', id);
  }
  const answer = await server.app.inject({ method: 'POST', url: '/verify', headers: form, payload: pressed.toString() });
  expect(answer.statusCode).toBe(303);
  await server.pass(120_000);
  await server.app.inject({ method: 'POST', url: '/verify/resend', headers: form, payload: `email=${encodeURIComponent(person.email)}` });
  await server.pass(120_000);
}

type Post = (url: string, body: { payload: object | Buffer; headers?: Record<string, string> }) => Promise<void>;

function postsOf(post: Post) {
  const fields = (given: Record<string, string>) => multipart(Object.entries(given).map(([name, value]) => ({ name, value })));
  return {
    ask: ({ email, name, surname, phone, message }: Person) =>
      post('/www/forms/home_cu', {
        payload: { ...validBodies.generic, email, name, surname, phone, message },
        headers: { 'idempotency-key': `ask-${email}` },
      }),
    report: ({ email, name, surname: lastname, phone, company }: Person) =>
      post('/cognitivepro/reports', fields({ email, name, lastname, phone, company, uuid: '0b9f7f5e-5a3c-4a86-9a0e-0c8f1d9e2a11' })),
    write: ({ email, name, surname, message }: Person) =>
      post('/www/contacts', fields({ email, name: `${name} ${surname}`, subject: 'A question', message })),
    apply: ({ email, name, surname: lastname, phone, message }: Person, more: Record<string, string> = {}) => {
      const cv = Buffer.concat([pdf(2000), Buffer.from(`%${cvMark(email)}\n`)]);
      return post(
        '/recruiting/applications',
        application({ email, name, lastname, phone, message, subject: 'Generic', ...more }, cv, `${lastname}.pdf`),
      );
    },
  };
}

function cvMark(email: string): string {
  return `curriculum of ${email.split('').toReversed().join('')}`;
}
