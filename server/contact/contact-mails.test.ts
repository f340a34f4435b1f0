import type { Email } from 'postal-mime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readLead } from '../leads/lead-queries.ts';
import { freshStore, temporaryFolder } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import { testApp, validBodies } from '../testing/app.testing.ts';
import { mailWorker } from '../testing/mail-worker.testing.ts';

const form = '/cognitivepro/forms/home_bad';
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };

let store: Store;
let mails: ReturnType<typeof mailWorker>['mails'];
let worker: ReturnType<typeof mailWorker>['worker'];
let app: Awaited<ReturnType<typeof testApp>>['app'];
let clock: { now: number };

beforeEach(async () => {
  store = await freshStore();
  const made = await testApp(store, {
    DATA_DIR: temporaryFolder(),
    MEETING_URL: 'https://calendar.example/demo',
    STAFF_MAIL: 'sales@example.com',
    PUBLIC_URL: 'https://www.example.com',
  });
  ({ app, clock } = made);
  ({ worker, mails } = mailWorker(made, { limit: { perHour: 3, perDay: 10 } }));
});

afterEach(() => app.close());

describe('a lead', () => {
  test('gets its link; pressed, it gets the meeting mail, and staff their notice with every answer', async () => {
    const id = await send({ ...validBodies.bookademo, role: 'Other: Quant', attribution: { page: '/', utm: { campaign: 'autumn' } } });
    clock.now += 1000;
    await worker.runDue();
    const [mail] = await mails();
    expect(mail).toMatchObject({ subject: 'Confirm your address to book your demo', to: [{ address: 'ada@example.com' }] });
    expect(`${mail!.html}${mail!.text}`).not.toMatch(/Ada|Lovelace|Quant|Analytical/);
    const link = /https:\/\/www\.example\.com\/verify\?token=[\w-]{43}/.exec(mail!.text!)![0];
    expect(mail!.html).toContain(`href="${link}"`);
    // Not 'one click', since the page behind the link has a button, too.
    expect(mail!.html).toContain('Please confirm that this address is yours. You then get an email to choose a time for it.');
    expect(mail!.html).not.toMatch(/one click/i);

    clock.now += 1000;
    await press(link);
    clock.now += 1000;
    await worker.runDue();
    const rest = (await mails()).filter((one) => one.subject !== mail!.subject);
    expect(rest).toHaveLength(2);
    const meeting = rest.find((one) => one.to?.[0]?.address === 'ada@example.com')!;
    expect(meeting.text).toContain('https://calendar.example/demo');
    expect(meeting.text).toContain('Dear Ada Lovelace');
    const notice = rest.find((one) => one.to?.[0]?.address === 'sales@example.com')!;
    expect(notice.replyTo).toMatchObject([{ address: 'ada@example.com' }]);
    const shown = ['Ada', 'Lovelace', '+39 02 1234567', 'Other: Quant', 'Analytical Engines', 'autumn', 'Header or home page, Book a demo'];
    for (const text of [...shown, 'Saturday, 21 November 2026 at 10:00 CET']) {
      expect(notice.text).toContain(text);
      expect(notice.html).toContain(text);
    }
    expect(notice.html).toContain('href="tel:+39021234567"');
    expect(notice.html).toContain('href="https://www.example.com/"');
    // The notice ends with a link to the desk, and contains no names that only the server knows.
    expect(notice.text!.slice(notice.text!.indexOf('Campaign'))).toMatch(
      new RegExp(`^Campaign: autumn\\n+Open it at the desk[^]{1,5}http://localhost:3100/leads/${id}`),
    );
    expect(notice.html).toContain(`href="http://localhost:3100/leads/${id}"`);
    expect(notice.text).not.toMatch(/home_bad|bookademo|[Vv]isitor|npm run/);
    const history = (await readLead(store.db, id))!.history.map((event) => event.kind);
    expect(history).toEqual(['received', 'verification mail sent', 'verified', ...history.slice(3)]);
    expect(history.slice(3).toSorted()).toEqual(['meeting mail sent', 'staff notified']);
  });

  test('asking for a fresh link gets one, and the old one leads to it', async () => {
    await send(validBodies.bookademo);
    await worker.runDue();
    const old = linkOf((await mails())[0]!);
    clock.now += 60_000;
    await resend({ email: 'Ada@Example.com' });
    await worker.runDue();
    const links = (await mails()).map(linkOf);
    const fresh = links.find((link) => link !== old)!;
    expect(await look(old)).toBe('/verify/superseded');
    clock.now += 60_000;
    await resend({ token: new URL(old).searchParams.get('token')! });
    await worker.runDue();
    expect(await look(fresh)).toBe('/verify/superseded');
    const latest = (await mails()).map(linkOf).find((link) => link !== old && link !== fresh)!;
    expect((await press(latest)).headers.location).toBe('/formsent');
  });

  test('a fresh link that may not leave replaces nothing: the one in the mailbox stays good', async () => {
    await send(validBodies.bookademo);
    await worker.runDue();
    for (let n = 0; n < 5; n += 1) {
      clock.now += 60_000;
      await resend({ email: 'ada@example.com' });
      await worker.runDue();
    }
    const links = (await mails()).map(linkOf);
    expect(links).toHaveLength(3);
    const pages = await Promise.all(links.map(look));
    expect(pages.toSorted()).toEqual(['/verify', '/verify/superseded', '/verify/superseded']);
    expect((await press(links[pages.indexOf('/verify')]!)).headers.location).toBe('/formsent');
  });

  test('neither an application nor a message is confirmed by a link: the latest request is', async () => {
    const id = await send(validBodies.bookademo);
    clock.now += 1000;
    await send({ name: 'Ada Lovelace', email: 'ada@example.com', subject: 'Engines', message: 'x'.repeat(40) }, '/www/contacts');
    await worker.runDue();
    clock.now += 60_000;
    await resend({ email: 'ada@example.com' });
    await worker.runDue();
    const asked = (await mails()).filter((mail) => mail.text?.includes('/verify?token='));
    await Promise.all(asked.map((mail) => press(linkOf(mail))));
    const verified = await store.db.selectFrom('leads').select('id').where('status', '=', 'verified').execute();
    expect(verified).toEqual([{ id }]);
  });

  test('for a paper that there is none of leads to the insights, and thanks for nothing', async () => {
    await send(validBodies.bookademo, '/cognitivepro/forms/paper_nope');
    await worker.runDue();
    expect((await press(linkOf((await mails())[0]!))).headers.location).toBe('/insights/landing');
  });

  test('of an unknown address is asked for in vain: no mail, no trace of it', async () => {
    await resend({ email: 'nobody@example.com' });
    await worker.runDue();
    expect(await mails()).toEqual([]);
    expect(await store.db.selectFrom('jobs').select('status').execute()).toEqual([{ status: 'done' }]);
    expect(JSON.stringify(await store.db.selectFrom('mail_log').selectAll().execute())).not.toContain('nobody@');
  });

  test('that asked for a paper gets it, once the address is verified; one that was taken away waits for staff', async () => {
    const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');
    const paper = {
      position: 1,
      name: 'How it works.pdf',
      descr: '',
      sample: 0 as const,
      created_at: 0,
      pdf,
      pdf_digest: 'x',
      pdf_size: pdf.length,
    };
    const image = { image: null, image_digest: null, image_type: null };
    await store.db
      .insertInto('papers')
      .values({ id: 'how', ...paper, ...image })
      .execute();
    const id = await send(validBodies.bookademo, '/cognitivepro/forms/paper_how');
    await worker.runDue();
    expect((await press(linkOf((await mails())[0]!))).headers.location).toBe('/insights/paper');
    await worker.runDue();
    const mail = (await mails()).find((one) => one.subject === 'Your paper: How it works')!;
    expect(mail.to).toMatchObject([{ address: 'ada@example.com' }]);
    expect(mail.text).toContain('https://www.example.com/resources/papers/how.pdf');
    const attachment = mail.attachments.find(({ related }) => !related);
    expect([attachment?.filename, attachment?.mimeType]).toEqual(['How it works.pdf', 'application/pdf']);
    expect(Buffer.from(attachment!.content as ArrayBuffer).equals(pdf)).toBe(true);
    expect((await readLead(store.db, id))!.history.map((event) => event.kind)).toContain('paper sent');

    clock.now += 3_600_000;
    await send({ ...validBodies.bookademo, email: 'grace@example.com' }, '/cognitivepro/forms/paper_gone');
    await worker.runDue();
    await press(linkOf((await mails()).find((one) => one.to?.[0]?.address === 'grace@example.com')!));
    await worker.runDue();
    const held = await store.db.selectFrom('jobs').select('name').where('status', '=', 'held').execute();
    expect(held).toEqual([{ name: 'leads.paper-mail' }]);
  });

  test('that is no demo gets no meeting mail', async () => {
    await send(validBodies.generic, '/www/forms/home_cu');
    await worker.runDue();
    expect((await press(linkOf((await mails())[0]!))).headers.location).toBe('/confirm');
    await worker.runDue();
    expect(new Set((await mails()).map((mail) => mail.subject))).toEqual(
      new Set(['Verified lead: Contact us (Ada Lovelace)', 'Confirm your address so that we can answer you']),
    );
  });
});

async function send(body: object, url = form): Promise<string> {
  const answer = await app.inject({ method: 'POST', url, payload: body });
  expect(answer.statusCode).toBe(201);
  return answer.json<{ id: string }>().id;
}

function press(link: string) {
  const token = new URL(link).searchParams.get('token')!;
  return app.inject({ method: 'POST', url: '/verify', payload: new URLSearchParams({ token }).toString(), headers: urlencoded });
}

async function look(link: string): Promise<string> {
  const { pathname, search } = new URL(link);
  return /<h1>(.*?)<\/h1>/.exec((await app.inject(pathname + search)).body)![1]!;
}

async function resend(body: Record<string, string>): Promise<void> {
  await app.inject({ method: 'POST', url: '/verify/resend', payload: new URLSearchParams(body).toString(), headers: urlencoded });
  // The address is looked up some seconds later.
  clock.now += 8000;
}

function linkOf(mail: Email): string {
  return /https:\/\/\S+\/verify\?token=[\w-]+/.exec(mail.text!)![0];
}
