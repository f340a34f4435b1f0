import { writeFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SPONTANEOUS_SUBJECT } from '../../contract/posting.ts';
import { jobRow } from '../queue/job-queue.ts';
import type { Store } from '../store/store.ts';
import { mailWorker } from '../testing/mail-worker.testing.ts';
import { application, pdf, setUp, validApplication } from './applications.testing.ts';
import { eicar, startFakeClamd } from './clamd.testing.ts';
import { removeUnusedUploads } from './jobs.ts';

async function working(env: Record<string, string> = {}) {
  const setup = await setUp({ HR_MAIL: 'hr@example.com, cto@example.com', PUBLIC_URL: 'https://www.example.com', ...env });
  const { store } = setup;
  const { worker, pass, mails } = mailWorker(setup, { limit: { perHour: 3, perDay: 10 } });
  return {
    ...setup,
    work: () => pass(1000),
    worker,
    mails,
    scanOf: async () => (await setup.files()).map((file) => file.scan),
    history: async () =>
      (await store.db.selectFrom('lead_events').select('kind').orderBy('at').orderBy('id').execute()).map((event) => event.kind),
  };
}

describe('an application', () => {
  test('is confirmed to the applicant, in words of ours only, and told to HR, without the file', async () => {
    const { send, work, mails, history } = await working();
    const fields = { ...validApplication, accept_newsletter: 'true' };
    const { id } = (await send(application(fields, pdf(), 'ada <cv>.pdf'))).json<{ id: string }>();
    await work();
    const sent = await mails();
    // The third mail asks to confirm the newsletter, which was ticked.
    expect(sent.map((mail) => mail.subject)).toContain('Please confirm the newsletter');
    expect(sent).toHaveLength(3);
    const confirmation = sent.find((mail) => mail.subject === 'We have received your application')!;
    expect(confirmation.to?.map((to) => to.address)).toEqual(['ada@example.com']);
    expect(confirmation).toMatchObject({ subject: 'We have received your application', replyTo: [{ address: 'hr@example.com' }] });
    expect(`${confirmation.html}${confirmation.text}`).not.toMatch(/Lovelace|Bernoulli|Full-stack|ada </);
    const notice = sent.find((mail) => mail.subject?.startsWith('Application: '))!;
    expect(notice.to?.map((to) => to.address)).toEqual(['hr@example.com', 'cto@example.com']);
    expect(notice).toMatchObject({
      subject: 'Application: Ada Lovelace (Junior Full-stack Developer)',
      replyTo: [{ address: 'ada@example.com' }],
    });
    expect(notice.attachments.filter(({ related }) => !related)).toEqual([]);
    for (const text of ['Lovelace', '+390212345678', 'Bernoulli numbers', 'ada <cv>.pdf', '2 KB', 'not scanned', id])
      expect(notice.text).toContain(text);
    expect(notice.text).toMatch(/Newsletter: yes/);
    expect((await history()).toSorted()).toEqual(['confirmation sent', 'hr notified', 'newsletter confirmation sent', 'received']);
  });

  test('for no position is told in the words of the desk', async () => {
    const { send, work, mails } = await working();
    await send(application({ ...validApplication, subject: SPONTANEOUS_SUBJECT }, pdf(500)));
    await work();
    const notice = (await mails()).find((mail) => mail.subject?.startsWith('Application: '))!;
    expect(notice.subject).toBe('Application: Ada Lovelace (Spontaneous application)');
    expect(notice.text).toContain('A spontaneous application. Replying');
    expect(`${notice.html}${notice.text}`).not.toContain(SPONTANEOUS_SUBJECT);
  });

  test('of somebody else’s address, many times, brings it two mails: one for the first, and one for the rest', async () => {
    const { send, work, mails, store, clock } = await working();
    for (let n = 0; n < 12; n += 1) expect((await send(application(validApplication, pdf(500)))).statusCode).toBe(201);
    await work();
    const confirmations = async () => (await mails()).filter((mail) => mail.to?.[0]?.address === 'ada@example.com').length;
    expect(await confirmations()).toBe(1);
    clock.now += 1000;
    expect((await send(application(validApplication, pdf(500)))).statusCode).toBe(201);
    for (let minutes = 0; minutes < 120; minutes += 10) {
      clock.now += 600_000;
      await work();
    }
    expect(await confirmations()).toBe(2);
    expect(await store.db.selectFrom('jobs').select('id').where('status', '!=', 'done').execute()).toEqual([]);
  });
});

describe('a scanner', () => {
  test('that finds nothing releases the CV', async () => {
    const clamd = await startFakeClamd();
    const { send, work, scanOf, history, mails } = await working({ CLAMD_URL: clamd.address });
    const cv = pdf(500_000);
    await send(application(validApplication, cv));
    expect(await scanOf()).toEqual(['pending']);
    await work();
    expect(await scanOf()).toEqual(['clean']);
    expect(clamd.scanned.map((content) => Buffer.compare(content, cv))).toEqual([0]);
    expect(await history()).toContain('cv is clean');
    expect(await mails()).toHaveLength(2);
  });

  test('that finds something holds the CV back and has HR told', async () => {
    const clamd = await startFakeClamd();
    const { send, work, files, mails } = await working({ CLAMD_URL: clamd.address });
    await send(application(validApplication, Buffer.concat([pdf(), eicar])));
    await work();
    await work();
    expect(await files()).toMatchObject([{ scan: 'infected', scan_detail: 'Eicar-Test-Signature' }]);
    const warning = (await mails()).find((mail) => mail.subject?.startsWith('CV held back'))!;
    expect(warning.text).toContain('Eicar-Test-Signature');
  });

  test('that is down leaves the CV held, mails go out, and it is scanned once the scanner is back', async () => {
    const clamd = await startFakeClamd();
    const port = Number(new URL(clamd.address).port);
    const { send, work, worker, clock, scanOf, mails, store } = await working({ CLAMD_URL: clamd.address });
    await clamd.stop();
    await send(application());
    await work();
    expect([await scanOf(), (await mails()).length]).toEqual([['pending'], 2]);
    expect(await store.db.selectFrom('outages').select('resource').execute()).toEqual([{ resource: 'scanner' }]);
    await startFakeClamd(port);
    for (let times = 0; times < 3; times += 1) {
      clock.now += 5000;
      await worker.maintain();
      await work();
    }
    expect(await scanOf()).toEqual(['clean']);
  });
});

describe('the removal of unused uploads', () => {
  const day = 24 * 3_600_000;

  test('removes what belongs to nothing after a day, and never what no row knows', async () => {
    const { send, work, worker, clock, folder, onDisk, files, uploads, store } = await working();
    await send(application());
    const { key } = (await files())[0]!;
    await send(application({ ...validApplication, name: 'Grace' }));
    const erased = (await files()).find((file) => file.key !== key)!;
    await store.db.deleteFrom('leads').where('id', '=', erased.lead_id).execute();
    const left = await leave(store, folder, clock.now);
    const stranger = 'e'.repeat(32);
    await writeFile(join(folder, stranger), 'another store’s');
    await utimes(join(folder, stranger), 1000, 1000);
    clock.now += day - 60_000;
    await worker.maintain();
    await work();
    expect((await onDisk()).toSorted()).toEqual([key, erased.key, left, stranger].toSorted());
    clock.now += day;
    await worker.maintain();
    await work();
    expect((await onDisk()).toSorted()).toEqual([key, stranger].toSorted());
    expect((await uploads()).map((upload) => upload.key)).toEqual([key]);
  });

  test('is done for a row under the name that older builds gave it', async () => {
    const { send, work, clock, folder, files, onDisk, store } = await working();
    await send(application());
    await leave(store, folder, clock.now - 2 * day);
    await store.db
      .insertInto('jobs')
      .values({ ...jobRow(removeUnusedUploads, {}, { now: clock.now }), name: 'recruiting.sweep-files' })
      .execute();
    await work();
    expect(await onDisk()).toEqual((await files()).map((file) => file.key));
  });

  test('begun never lets an application have the file', async () => {
    const { send, context, leads, files } = await working();
    const { receive } = context.files;
    // A job with a wrong clock removes unused uploads between the storing of the file and of its application.
    context.files.receive = async (source) => {
      const file = await receive(source);
      return {
        ...file,
        store: async () => {
          const kept = await file.store();
          await context.files.removeLeftovers(Date.now() + 1e13);
          return kept;
        },
      };
    };
    expect((await send(application())).statusCode).toBe(503);
    expect([await leads(), await files()]).toEqual([[], []]);
    context.files.receive = receive;
    expect((await send(application())).statusCode).toBe(201);
  });
});

/** Stores a file without its application, as a server does that is killed between the two. */
async function leave(store: Store, folder: string, at: number): Promise<string> {
  const key = 'f'.repeat(32);
  await store.db.insertInto('uploads').values({ key, size: 4, created_at: at, lead_id: null, removed_at: null }).execute();
  await writeFile(join(folder, key), 'left');
  return key;
}
