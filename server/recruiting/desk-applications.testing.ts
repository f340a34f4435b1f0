import { expect } from 'vitest';
import { testIndexer } from '../work/index/index.testing.ts';
import { freshStore, temporaryFolder } from '../store/store.testing.ts';
import { testDesk } from '../testing/desk.testing.ts';
import { mailWorker } from '../testing/mail-worker.testing.ts';
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
  const { site } = set;
  const { pass, mails } = mailWorker(set, { limit: { perHour: 9, perDay: 9 } });
  const indexer = testIndexer(store, 'UTC');
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
      await pass(ms);
      await indexer.takeIn();
    },
    mailsTo: async (address: string) => (await mails()).filter((mail) => mail.to?.some((to) => to.address === address)),
    actions: () => store.db.selectFrom('staff_actions').selectAll().orderBy('id').execute(),
  };
}
