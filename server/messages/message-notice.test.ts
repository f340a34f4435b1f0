import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, onTestFinished, test } from 'vitest';
import { testApp } from '../testing/app.testing.ts';
import { jobs } from '../compose/job-list.ts';
import { createWorker } from '../queue/worker.ts';
import { createMailer } from '../mail/mailer.ts';
import { freshStore, silent, temporaryFolder } from '../store/store.testing.ts';

test('a message reaches staff as it was written, and a reply its sender', async () => {
  const dataDir = temporaryFolder();
  const store = await freshStore();
  const { app, context, clock } = await testApp(store, { DATA_DIR: dataDir, STAFF_MAIL: 'sales@example.com' });
  const now = () => clock.now;
  const frame = { company: 'Sample', offices: ['Milan, Italy'], legal: [], url: 'https://www.example.com' };
  const mailer = createMailer({
    store,
    log: silent,
    dataDir,
    now,
    from: 'Sample <no-reply@example.com>',
    limit: { perHour: 3, perDay: 10 },
    frame,
  });
  const worker = createWorker({
    store,
    jobs,
    services: { settings: context.settings, store, files: context.files, mailer, log: silent },
    log: silent,
    now,
  });
  onTestFinished(async () => {
    await worker.stop(0);
    await app.close();
    mailer.close();
  });
  const message = 'Line one of the message,\nline two: <b>not bold</b> & "quoted".';
  const payload = { name: 'Ada Lovelace', email: 'ada@example.com', subject: 'Hello\r\nBcc: x@example.com', message };
  const answer = await app.inject({ method: 'POST', url: '/www/contacts', payload });
  const { id } = answer.json<{ id: string }>();
  clock.now += 1000;
  await worker.runDue();
  const names = await readdir(join(dataDir, 'mail'));
  expect(names).toHaveLength(1);
  const mail = await PostalMime.parse(await readFile(join(dataDir, 'mail', names[0]!)));
  expect(mail).toMatchObject({
    to: [{ address: 'sales@example.com' }],
    replyTo: [{ address: 'ada@example.com' }],
    subject: 'Message from Ada Lovelace: Hello Bcc: x@example.com',
  });
  expect(mail.bcc).toBeUndefined();
  expect(mail.text).toContain(message);
  expect(mail.text).toContain(id);
  expect(mail.html).not.toContain('<b>not');
});
