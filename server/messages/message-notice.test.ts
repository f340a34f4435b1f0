import { expect, onTestFinished, test } from 'vitest';
import { freshStore, temporaryFolder } from '../store/store.testing.ts';
import { testApp } from '../testing/app.testing.ts';
import { mailWorker } from '../testing/mail-worker.testing.ts';

test('a message reaches staff as it was written, and a reply its sender', async () => {
  const site = await testApp(await freshStore(), { DATA_DIR: temporaryFolder(), STAFF_MAIL: 'sales@example.com' });
  const { pass, mails } = mailWorker(site);
  onTestFinished(() => site.app.close());
  const message = 'Line one of the message,\nline two: <b>not bold</b> & "quoted".';
  const payload = { name: 'Ada Lovelace', email: 'ada@example.com', subject: 'Hello\r\nBcc: x@example.com', message };
  const answer = await site.app.inject({ method: 'POST', url: '/www/contacts', payload });
  const { id } = answer.json<{ id: string }>();
  await pass(1000);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    to: [{ address: 'sales@example.com' }],
    replyTo: [{ address: 'ada@example.com' }],
    subject: 'Message from Ada Lovelace: Hello Bcc: x@example.com',
  });
  expect(mail!.bcc).toBeUndefined();
  expect(mail!.text).toContain(message);
  expect(mail!.text).toContain(id);
  expect(mail!.html).not.toContain('<b>not');
});
