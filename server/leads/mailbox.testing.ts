import type { FastifyInstance } from 'fastify';
import PostalMime from 'postal-mime';
import { expect, onTestFinished } from 'vitest';
import { testApp, validBodies } from '../testing/app.testing.ts';
import { jobs } from '../compose/job-list.ts';
import { createWorker } from '../queue/worker.ts';
import { createCeilingAlarm } from '../mail/ceiling.mail.tsx';
import { createComposer, type Message, type Transport } from '../mail/message.ts';
import { createMailer, type Mailer, type MailerOptions } from '../mail/mailer.ts';
import { readLead } from './lead-queries.ts';
import { freshStore, silent, temporaryFolder } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';

const from = 'Sample <no-reply@example.com>';
const forms = {
  demo: '/cognitivepro/forms/home_bad',
  platform: '/cognitivepro/forms/cognitive_bad',
  question: '/www/forms/home_cu',
} as const;

type Site = { log?: typeof silent; env?: Record<string, string>; store?: Store };

export async function setUpMailbox(options: Partial<MailerOptions> = {}, { log = silent, env: more, ...site }: Site = {}) {
  const store = site.store ?? (await freshStore());
  const env = { DATA_DIR: temporaryFolder(), STAFF_MAIL: 'sales@example.com', PUBLIC_URL: 'https://www.example.com', ...more };
  const { app, context, clock } = await testApp(store, env);
  const now = () => clock.now;
  const sent: Message[] = [];
  const mailer = mailerOf(store, { log, now, dataDir: env.DATA_DIR, url: env.PUBLIC_URL, transport: inMemory(sent) }, options);
  const worker = createWorker({ store, jobs, services: { ...context, mailer, log }, log, now });
  onTestFinished(async () => {
    await worker.stop(0);
    await app.close();
  });

  const form = (url: string, body: FormBody) =>
    app.inject({ method: 'POST', url, payload: encoded(body), headers: { 'content-type': 'application/x-www-form-urlencoded' } });

  return {
    store,
    context,
    clock,
    app,
    sent,
    worker,
    pass: async (ms: number): Promise<void> => {
      clock.now += ms;
      await worker.runDue();
    },
    ...senders(app),
    parse: async (mail: Message) => PostalMime.parse((await createComposer(from)(mail)).content),
    look: (token: string) => app.inject({ url: `/verify?token=${token}` }),
    press: (body: FormBody) => form('/verify', body),
    resend: (body: FormBody) => form('/verify/resend', body),
    statusOf: async (id: string) => (await readLead(store.db, id))!.status,
    historyOf: async (id: string) => (await readLead(store.db, id))!.history.map((event) => event.kind),
    tokens: (to: string): string[] =>
      sent.filter((mail) => mail.to.includes(to)).flatMap((mail) => /verify\?token=([\w-]+)/.exec(mail.text)?.[1] ?? []),
  };
}

function senders(app: FastifyInstance) {
  const send = async (url: string, payload: object, remoteAddress = '127.0.0.1'): Promise<string> => {
    const answer = await app.inject({ method: 'POST', url, payload, remoteAddress });
    expect(answer.statusCode).toBe(201);
    return answer.json<{ id: string }>().id;
  };
  return {
    /** @param client IP address of the sender */
    request: (email: string, what: keyof typeof forms = 'demo', client?: string): Promise<string> =>
      send(forms[what], { ...(what === 'question' ? validBodies.generic : validBodies.bookademo), email }, client),
    message: (subject: string): Promise<string> =>
      send('/www/contacts', { name: 'Ada Lovelace', email: 'ada@example.com', subject: `${subject} subject`, message: 'x'.repeat(40) }),
  };
}

type Mailing = Pick<MailerOptions, 'log' | 'dataDir' | 'transport'> & { now: () => number; url: string };

function mailerOf(store: Store, { url, ...given }: Mailing, options: Partial<MailerOptions>): Mailer {
  return createMailer({
    store,
    from,
    limit: { perHour: 3, perDay: 10 },
    onCeiling: createCeilingAlarm(store, given.log, given.now),
    frame: { company: 'Sample', offices: [], legal: [], url },
    ...given,
    ...options,
  });
}

type FormBody = Readonly<Record<string, string | readonly string[]>>;

function encoded(body: FormBody): string {
  return new URLSearchParams(
    Object.entries(body).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one])),
  ).toString();
}

function inMemory(sent: Message[]): Transport {
  const compose = createComposer(from);
  return {
    send: async (message, { markPerhapsDone } = {}) => {
      await compose(message);
      await markPerhapsDone?.();
      const same = sent.findIndex(({ id }) => id === message.id);
      if (same === -1) sent.push(message);
      else sent[same] = message;
    },
    close: () => undefined,
  };
}

export function shownOn(html: string): { page: string; requests: string[] } {
  return {
    page: /<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? '',
    requests: [...html.matchAll(/<li>(\[.\]) (\S+) (.*?) \d+ \w+ \d{4}/g)].map(([, mark, id, title]) => `${mark} ${id} ${title}`),
  };
}

export type Mailbox = Awaited<ReturnType<typeof setUpMailbox>>;
