import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, onTestFinished } from 'vitest';
import { jobs } from '../compose/job-list.ts';
import { createWorker } from '../queue/worker.ts';
import { testIndexer } from '../work/index/index.testing.ts';
import { createMailer } from '../mail/mailer.ts';
import { freshStore, silent, temporaryFolder } from '../store/store.testing.ts';
import { testDesk } from '../testing/desk.testing.ts';
import { application, pdf, url, validApplication } from './applications.testing.ts';

/** The desk, with a site that takes applications and a worker that sends mails. */
export async function setUpDesk(env: Record<string, string> = {}) {
  const store = await freshStore();
  const dataDir = temporaryFolder();
  const set = await testDesk(store, {
    DATA_DIR: dataDir,
    HR_MAIL: 'hr@staff.example.org',
    PUBLIC_URL: 'https://www.example.com',
    MAIL_URL: 'smtp://mail.example.com',
    MAIL_FROM: 'Sample <no-reply@staff.example.org>',
    STAFF_MAIL: 'sales@staff.example.org',
    ...env,
  });
  const { context, clock, site, desk } = set;
  const now = () => clock.now;
  const frame = { company: 'Sample', offices: [], legal: [], url: 'https://www.example.com' };
  const limit = { perHour: 9, perDay: 9 };
  const mailer = createMailer({ store, log: silent, dataDir, now, from: 'Sample <no-reply@example.com>', limit, frame });
  const services = { settings: context.settings, store, files: context.files, mailer, log: silent };
  const worker = createWorker({ store, jobs, services, log: silent, now });
  const indexer = testIndexer(store, 'UTC');
  onTestFinished(async () => {
    await worker.stop(0);
    mailer.close();
    await Promise.all([desk.close(), site.close()]);
  });
  const apply = async (answers: Partial<typeof validApplication> | Record<string, string> = {}, cv = pdf()) => {
    const { payload, headers } = application({ ...validApplication, ...answers }, cv, 'My CV.pdf');
    const answer = await site.inject({ method: 'POST', url, payload, headers });
    expect(answer.statusCode).toBe(201);
    await indexer.takeIn();
    return answer.json<{ id: string }>().id;
  };
  return {
    ...set,
    store,
    apply,
    dataDir,
    takeIn: indexer.takeIn,
    pass: async (ms = 1000) => {
      clock.now += ms;
      await worker.runDue();
      await indexer.takeIn();
    },
    mailsTo: async (address: string) => {
      const names = await readdir(join(dataDir, 'mail')).catch(() => []);
      const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(dataDir, 'mail', name)))));
      return mails.filter((mail) => mail.to?.some((to) => to.address === address));
    },
    actions: () => store.db.selectFrom('staff_actions').selectAll().orderBy('id').execute(),
  };
}
