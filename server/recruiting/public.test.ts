import { describe, expect, onTestFinished, test } from 'vitest';
import type { FileFault } from '../../contract/forms/form.ts';
import { careerForm, muchSentWords, noRoomWords } from '../../contract/forms/career.ts';
import { limits } from '../../contract/limits.ts';
import { createApp } from '../compose/app.ts';
import { networksOf } from '../http/client-address.ts';
import { observations } from '../kernel/observations.ts';
import { validBodies } from '../testing/app.testing.ts';
import { fileSettings, openFiles } from '../files/files.ts';
import { readSettings } from '../settings/settings.ts';
import { startFakeS3 } from '../files/s3.testing.ts';
import { silent, testOnStores } from '../store/store.testing.ts';
import { multipart } from '../testing/multipart.testing.ts';
import { application, pdf, setUp, sha256, url, validApplication } from './applications.testing.ts';

const { messages } = careerForm.file!;

describe('an application', () => {
  test('is stored with its file, its consents and its jobs', async () => {
    const { send, leads, files, jobs, onDisk, context, store, clock } = await setUp();
    const cv = pdf(200_000);
    const fields = {
      ...validApplication,
      accept_newsletter: 'true',
      attribution: JSON.stringify({ page: '/careers' }),
      elapsed: '9000',
      unknown: 'x',
    };
    const answer = await send(application(fields, cv, 'My CV.pdf'));
    expect(answer.statusCode).toBe(201);
    const { id } = answer.json<{ id: string }>();
    const [lead] = await leads();
    expect(lead).toMatchObject({ id, kind: 'application', form: 'career', email: 'ada@example.com', suspected_spam: 0 });
    expect(JSON.parse(lead!.answers)).toEqual({ ...validApplication, accept_newsletter: 'true' });
    expect(JSON.parse(lead!.attribution)).toEqual({ page: '/careers' });
    const [file] = await files();
    expect(file).toMatchObject({
      lead_id: id,
      size: cv.length,
      sha256: sha256(cv),
      name: 'My CV.pdf',
      scan: 'unscanned',
      created_at: clock.now,
    });
    expect(await onDisk()).toEqual([file!.key]);
    expect(await store.db.selectFrom('uploads').selectAll().execute()).toEqual([
      { key: file!.key, size: cv.length, created_at: clock.now, lead_id: id, removed_at: null },
    ]);
    const stored = Buffer.concat((await (await context.files.open(file!.key)).toArray()) as Buffer[]);
    expect(sha256(stored)).toBe(sha256(cv));
    expect(await jobs()).toEqual(['privacy.newsletter-mail', 'recruiting.applicant-mail', 'recruiting.hr-notice']);
    const consents = await store.db.selectFrom('consents').select(['purpose', 'page']).orderBy('purpose').execute();
    expect(consents).toEqual([
      { purpose: 'newsletter', page: '/careers' },
      { purpose: 'recruiting', page: '/careers' },
    ]);
  });

  test('sent again with its key brings the first answer, one application and one file', async () => {
    const { send, leads, onDisk, jobs } = await setUp();
    const body = application();
    const headers = { 'idempotency-key': 'a-key' };
    const answers = [await send(body, headers), ...(await Promise.all([1, 2, 3, 4, 5].map(() => send(body, headers))))];
    expect(answers.map((answer) => answer.statusCode)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect([(await leads()).length, (await onDisk()).length, (await jobs()).length]).toEqual([1, 1, 2]);
  });

  testOnStores('sent many times at once with one key is one application and one file', async () => {
    const { send, leads, onDisk } = await setUp();
    const body = application();
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(body, { 'idempotency-key': 'b-key' })));
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect([(await leads()).length, (await onDisk()).length]).toEqual([1, 1]);
  });

  test('with another file under the same key is refused, and leaves no file', async () => {
    const { send, onDisk } = await setUp();
    await send(application(validApplication, pdf(3000)), { 'idempotency-key': 'c-key' });
    const answer = await send(application(validApplication, pdf(3000)), { 'idempotency-key': 'c-key' });
    expect(answer.statusCode).toBe(422);
    expect(await onDisk()).toHaveLength(1);
  });
});

describe('a CV', () => {
  type Case = { what: string; content: Buffer | null; filename?: string; status?: number; fault: FileFault };
  const cases: Case[] = [
    { what: 'none', content: null, fault: 'missing' },
    { what: 'an empty choice', content: Buffer.alloc(0), filename: '', fault: 'missing' },
    { what: 'zero bytes', content: Buffer.alloc(0), fault: 'empty' },
    { what: 'a page named as a PDF', content: Buffer.from('<!doctype html><script>alert(1)</script>%PDF-1.7'), fault: 'type' },
    { what: 'a program', content: Buffer.from('MZ\u0090\u0000\u0003'), filename: 'x.pdf.exe', fault: 'type' },
    { what: 'one byte over 3 MB', content: pdf(limits.cv + 1), status: 413, fault: 'size' },
    { what: 'five MB', content: pdf(5 * 1024 * 1024), status: 413, fault: 'size' },
    { what: 'an encrypted PDF', content: Buffer.from('%PDF-1.7\ntrailer<</Root 1 0 R/Encrypt 8 0 R>>'), fault: 'protected' },
  ];
  test.each(cases)(
    'that is $what is refused with its message, and leaves nothing',
    async ({ content, filename = 'cv.pdf', status = 422, fault }) => {
      const { send, leads, onDisk } = await setUp();
      const answer = await send(application(validApplication, content, filename));
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'application/problem+json; charset=utf-8']);
      expect(answer.json()).toMatchObject({ errors: { cv: messages[fault] } });
      expect([await leads(), await onDisk()]).toEqual([[], []]);
    },
  );

  test('of exactly 3 MB is accepted', async () => {
    const { send, files } = await setUp();
    const cv = pdf(limits.cv);
    expect((await send(application(validApplication, cv))).statusCode).toBe(201);
    expect(await files()).toMatchObject([{ size: limits.cv, sha256: sha256(cv) }]);
  });

  test.each([
    '../../x',
    'x.pdf.exe',
    '..\\..\\windows\\x.pdf',
    'a\u0000b.pdf',
    '%2e%2e%2fx',
    `${'n'.repeat(900)}.pdf`,
    '',
    '\u202efdp.exe',
  ])('named %j is kept under a key of ours, its name a mere text', async (filename) => {
    const { send, files, onDisk, app } = await setUp();
    expect((await send(application(validApplication, pdf(), filename))).statusCode).toBe(201);
    const [file] = await files();
    expect(file!.key).toMatch(/^[0-9a-f]{32}$/);
    expect(await onDisk()).toEqual([file!.key]);
    expect(file!.name).toMatch(/^[^/\\\p{Cc}\p{Cf}]{1,200}$/u);
    for (const path of [`/files/${file!.key}`, `/${file!.key}`, `/data/files/${file!.key}`, `${url}/${file!.key}`]) {
      expect((await app.inject({ url: path })).statusCode).toBe(404);
    }
  });

  test('is refused together with every other fault, each by its message', async () => {
    const { send, onDisk } = await setUp();
    const answer = await send(application({ phone: '12', email: 'x' }, Buffer.from('GIF89a'), 'me.gif'));
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual({
      type: 'about:blank',
      title: 'Some errors in your form.',
      status: 422,
      errors: {
        name: 'Something wrong in your name',
        lastname: 'Something wrong in your lastname',
        email: 'This is not a valid email',
        phone: 'This is not a valid phone number',
        message: 'Min 30 chars, max 100',
        subject: 'Subject is required',
        cv: messages.type,
      },
    });
    expect(await onDisk()).toEqual([]);
  });

  test('that was sound leaves nothing where another field is wrong', async () => {
    const { send, onDisk } = await setUp();
    const answer = await send(application({ ...validApplication, message: 'short' }));
    expect(answer.json()).toMatchObject({ errors: { message: 'Min 30 chars, max 100' } });
    expect(await onDisk()).toEqual([]);
  });

  test('before its fields, among other files, or twice, is the first of its name', async () => {
    const { send, files, onDisk } = await setUp();
    const first = pdf(50_000);
    const context = [
      { name: 'photo', value: pdf(90_000), filename: 'me.png' },
      { name: 'cv', value: first, filename: 'first.pdf' },
      { name: 'cv', value: pdf(70_000), filename: 'second.pdf' },
      ...Object.entries(validApplication).map(([name, value]) => ({ name, value })),
      { name: 'name', value: 'Second' },
    ];
    expect((await send(multipart(context))).statusCode).toBe(201);
    expect(await files()).toMatchObject([{ name: 'first.pdf', sha256: sha256(first) }]);
    expect(await onDisk()).toHaveLength(1);
  });
});

describe('a honeypot', () => {
  test.each<Record<string, string>>([{ website: 'https://spam.example' }, { elapsed: '10' }])(
    'sprung by %o keeps the application and its file, marked, and sends nothing',
    async (filled) => {
      const { send, leads, jobs, onDisk } = await setUp();
      expect((await send(application({ ...validApplication, ...filled }))).statusCode).toBe(201);
      expect(await leads()).toMatchObject([{ suspected_spam: 1 }]);
      expect([await jobs(), (await onDisk()).length]).toEqual([[], 1]);
    },
  );
});

describe('a server without room', () => {
  test.each([
    [{ DISK_RESERVE_MB: '1000000' }, '600'],
    [{ UPLOADS_MB_PER_DAY: '3' }, '3600'],
  ])('by %o refuses the CV in words, keeps what it has, and answers a repeated request as before', async (settings, wait) => {
    const { send, context, leads, onDisk, app } = await setUp();
    const first = application(validApplication, pdf(limits.cv));
    expect((await send(first, { 'idempotency-key': 'first' })).statusCode).toBe(201);
    context.files = openFiles({
      ...fileSettings(readSettings({ DATA_DIR: context.settings.DATA_DIR, ...settings })),
      store: context.store,
      log: silent,
      now: context.now,
    });
    const late = await createApp(context);
    const post = (body: ReturnType<typeof application>, key: string) =>
      late.inject({ method: 'POST', url, payload: body.payload, headers: { ...body.headers, 'idempotency-key': key } });
    const outcomes: string[] = [];
    onTestFinished(observations.lead.listen(({ form, outcome }) => outcomes.push(`${form}: ${outcome}`)));
    const refused = await post(application(), 'second');
    expect(outcomes).toEqual(['career: no room']);
    expect([refused.statusCode, refused.headers['retry-after'], refused.json<{ errors: object }>().errors]).toEqual([
      503,
      wait,
      { cv: noRoomWords },
    ]);
    expect((await post(application({ ...validApplication, email: 'x' }, Buffer.from('GIF89a')), 'third')).json()).toMatchObject({
      errors: { email: 'This is not a valid email', cv: messages.type },
    });
    expect((await post(first, 'first')).statusCode).toBe(201);
    expect([(await leads()).length, (await onDisk()).length]).toEqual([1, 1]);
    expect((await app.inject({ method: 'POST', url: '/cognitivepro/forms/home_bad', payload: validBodies.bookademo })).statusCode).toBe(
      201,
    );
    await late.close();
  });
});

describe('the room of a day', () => {
  test('is nobody’s alone: who sends on and on has a share, and the last of it is for calm traffic', async () => {
    const { app, context, store, clock, onDisk, leads } = await setUp({ RATE_LIMIT: 'on', UPLOADS_MB_PER_DAY: '2000' });
    const send = async (remoteAddress: string) => {
      const { payload, headers } = application({ ...validApplication, email: `ada@${remoteAddress.replaceAll('.', '-')}.example` });
      return app.inject({ method: 'POST', url, payload, headers, remoteAddress });
    };
    const use = (address: string, megabytes: number) =>
      context.shares.use({ networks: networksOf(address), proven: false }, { uploads: 1000 * megabytes });
    const stored = (megabytes: number) =>
      store.db
        .insertInto('uploads')
        .values({ key: `${megabytes}`.padEnd(32, '0'), size: megabytes * 1e6, created_at: clock.now, lead_id: null, removed_at: null })
        .execute();
    // A client that has used up its share can go on while there is much room.
    await use('192.0.2.1', 200);
    expect((await send('192.0.2.1')).statusCode).toBe(201);
    await stored(840);
    const outcomes: string[] = [];
    onTestFinished(observations.lead.listen(({ form, outcome }) => outcomes.push(`${form}: ${outcome}`)));
    const refused = await send('192.0.2.1');
    expect([refused.statusCode, refused.headers['retry-after'], refused.json<{ errors: object }>().errors]).toEqual([
      429,
      '3600',
      { cv: muchSentWords },
    ]);
    expect(outcomes).toEqual(['career: over its share']);
    await use('198.51.100.1', 60);
    expect([(await send('203.0.113.1')).statusCode, (await send('198.51.100.1')).statusCode]).toEqual([201, 201]);
    await stored(850);
    expect([(await send('203.0.114.1')).statusCode, (await send('198.51.100.1')).statusCode]).toEqual([201, 429]);
    expect([(await onDisk()).length, (await leads()).length]).toEqual([4, 4]);
  });
});

describe('a store that is down', () => {
  test('is answered 503, and no file is left', async () => {
    const { send, store, onDisk } = await setUp();
    await store.close();
    for (const headers of [{}, { 'idempotency-key': 'k' }] as Array<Record<string, string>>) {
      const answer = await send(application(), headers);
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    }
    expect(await onDisk()).toEqual([]);
  });

  test('a bucket that is down is answered 503 too, and the next try is stored there', async () => {
    const bucket = await startFakeS3();
    const { send, leads, files, onDisk } = await setUp({ FILES_URL: bucket.setting });
    bucket.failNext(500, 500, 500);
    expect((await send(application())).statusCode).toBe(503);
    expect([await leads(), await onDisk(), bucket.objects.size]).toEqual([[], [], 0]);
    expect((await send(application())).statusCode).toBe(201);
    const [file] = await files();
    expect([...bucket.objects.keys()].toSorted()).toEqual([`cvs/${file!.key}`, 'cvs/store-id']);
    expect([await onDisk(), bucket.refusals]).toEqual([[], []]);
  });
});
