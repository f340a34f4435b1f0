import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { newsletterLink, unsubscribeLink } from '../leads/consents/mail-links.ts';
import { consentsCommand, listAgreed } from '../privacy/consents-command.ts';
import { jobsCommand } from '../queue/jobs-command.ts';
import { placeFor } from '../store/store.testing.ts';
import { testContext } from '../testing/command.testing.ts';
import { setUpServer, zenobia } from '../testing/person.testing.ts';

const form = 'application/x-www-form-urlencoded';
const oneClick = {
  [form]: 'List-Unsubscribe=One-Click',
  'multipart/form-data; boundary=x': '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
};

async function setUp() {
  const server = await setUpServer(await placeFor({ filled: true }));
  const { app, store, context } = server;
  return {
    ...server,
    parsed: async () => Promise.all((await server.mails()).map((mail) => PostalMime.parse(Buffer.from(mail, 'latin1')))),
    open: (link: string, method: 'GET' | 'HEAD' = 'GET') => app.inject({ method, url: link.replace('https://www.example.com', '') }),
    post: (link: string, payload = '', type = form) =>
      app.inject({ method: 'POST', url: link.replace('https://www.example.com', ''), payload, headers: { 'content-type': type } }),
    unsubscribe: async () => {
      const { id } = await store.db.selectFrom('leads').select('id').where('kind', '=', 'contact').executeTakeFirstOrThrow();
      return unsubscribeLink(store.db, id, context.settings);
    },
    withdrawn: () => store.db.selectFrom('withdrawals').select(['purpose', 'page']).execute(),
  };
}

const pageOf = (html: string) => /<h1>(.*?)<\/h1>/.exec(html)?.[1];

describe('unsubscribing', () => {
  test.each(Object.entries(oneClick))(
    'is one click of a mail program, as %s, and the same when it is done twice',
    async (type, payload) => {
      const { doEverything, unsubscribe, post, withdrawn, store } = await setUp();
      await doEverything(zenobia);
      expect(await listAgreed(store.db, 'marketing')).toHaveLength(1);
      const link = await unsubscribe();
      for (let times = 0; times < 2; times += 1) {
        const answer = await post(link, payload, type);
        expect([answer.statusCode, pageOf(answer.body)]).toEqual([200, '/verify/unsubscribed']);
      }
      // Asking for the report was also consent to marketing, and unsubscribing is for the mailbox.
      expect(await withdrawn()).toEqual([
        { purpose: 'marketing', page: '/unsubscribe' },
        { purpose: 'marketing', page: '/unsubscribe' },
      ]);
      expect(await listAgreed(store.db, 'marketing')).toEqual([]);
    },
  );
});

describe('an unsubscribe link', () => {
  test('changes nothing when it is opened, and asks with one button; pressing it is enough', async () => {
    const { doEverything, unsubscribe, open, post, withdrawn } = await setUp();
    await doEverything(zenobia);
    const link = await unsubscribe();
    const token = link.split('token=')[1]!;
    expect((await open(link, 'HEAD')).statusCode).toBe(200);
    const page = await open(link);
    expect([page.statusCode, pageOf(page.body)]).toEqual([200, '/verify/unsubscribe']);
    expect(page.body).toContain(`value="${token}"`);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(link).not.toMatch(/@|%40|zenobia/i);
    expect(await withdrawn()).toEqual([]);
    expect(pageOf((await post('/unsubscribe', `token=${token}`)).body)).toBe('/verify/unsubscribed');
    expect(await withdrawn()).toHaveLength(2);
  });

  test('that is tampered with, of another use, or nothing is explained, and changes nothing', async () => {
    const { doEverything, unsubscribe, open, post, withdrawn, store, context } = await setUp();
    await doEverything(zenobia);
    const link = await unsubscribe();
    const other = await newsletterLink(store.db, { leadId: link.split('token=')[1]!.slice(0, 36), until: 0 }, context.settings);
    const wrong = [
      link.slice(0, -2),
      link.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')),
      link.replace('.0.', '.1.'),
      other.replace('/newsletter', '/unsubscribe'),
      '/unsubscribe',
    ];
    for (const one of wrong) {
      for (const answer of [await open(one), await post(one)])
        expect([one, answer.statusCode, pageOf(answer.body)]).toEqual([one, 404, '/verify/no-subscription']);
    }
    expect(await withdrawn()).toEqual([]);
  });

  test('of a request that is gone says that nothing comes any more', async () => {
    const { doEverything, unsubscribe, post, store } = await setUp();
    await doEverything(zenobia);
    const link = await unsubscribe();
    await store.db.deleteFrom('leads').execute();
    expect(pageOf((await post(link)).body)).toBe('/verify/unsubscribed');
  });

  test('stands in what follows from a confirmation, as RFC 8058 wants it, and in no other mail', async () => {
    const { post, app, pass, parsed, mails, store } = await setUp();
    const body = {
      name: 'Zenobia',
      surname: 'Quillfeather',
      email: zenobia.email,
      phone: '+39 02 1234567',
      role: 'Asset Manager',
      company: 'Periwinkle',
    };
    await app.inject({ method: 'POST', url: '/cognitivepro/forms/home_bad', payload: body });
    await pass(1000);
    const [token] = (await mails()).flatMap((mail) => /verify\?token=3D([\w-]{43})/.exec(mail.replaceAll('=\r\n', ''))?.[1] ?? []);
    await post('/verify', `token=${token}`);
    await pass(120_000);
    const all = await parsed();
    const header = (mail: (typeof all)[number], name: string) => mail.headers.find(({ key }) => key === name)?.value;
    const listed = all.filter((mail) => header(mail, 'list-unsubscribe') !== undefined);
    expect(all.length).toBeGreaterThan(2);
    expect(listed.map((mail) => mail.to?.map(({ address }) => address))).toEqual([[zenobia.email]]);
    const [mail] = listed;
    expect(header(mail!, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const [, link] = /^<(https:\/\/www\.example\.com\/unsubscribe\?token=[\w.-]+)>$/.exec(header(mail!, 'list-unsubscribe')!) ?? [];
    expect(mail!.text).toContain(link);
    expect(mail!.html).toContain(`href="${link}"`);
    await post(link!, 'List-Unsubscribe=One-Click');
    expect(await store.db.selectFrom('withdrawals').select('purpose').execute()).toEqual([{ purpose: 'marketing' }]);
  });
});

describe('the newsletter', () => {
  test('can be left by the mails about the application that it was ticked with, and nothing is to be left by another’s', async () => {
    const { apply, pass, parsed } = await setUp();
    await apply(zenobia, { accept_newsletter: 'true' });
    await apply({ ...zenobia, email: 'grace@example.com' });
    await pass(1000);
    await pass(120_000);
    const received = (await parsed()).filter((one) => one.subject === 'We have received your application');
    const [ticked, plain] = [zenobia.email, 'grace@example.com'].map((to) => received.find((one) => one.to![0]!.address === to)!);
    expectUnsubscribe(ticked!);
    expect(plain!.headers.map(({ key }) => key)).not.toContain('list-unsubscribe');
  });

  test('is confirmed by a mail of its own, and by nothing else', async () => {
    const { ask, apply, pass, parsed, store, open, post, clock } = await setUp();
    await ask(zenobia);
    await apply(zenobia);
    await pass(1000);
    expect((await parsed()).filter((mail) => mail.subject === 'Please confirm the newsletter')).toEqual([]);
    await apply(zenobia, { accept_newsletter: 'true', subject: 'Second' });
    await apply(zenobia, { accept_newsletter: 'true', subject: 'Third' });
    await pass(1000);
    await pass(120_000);
    // One mail, however often the box was ticked meanwhile.
    const [mail, ...more] = (await parsed()).filter((one) => one.subject === 'Please confirm the newsletter');
    expect([mail!.to![0]!.address, more.length]).toEqual([zenobia.email, 0]);
    expect(mail!.text).not.toMatch(/Zenobia|Quillfeather/);
    expect(mail!.html).not.toMatch(/one click/i);
    expectUnsubscribe(mail!);
    const [link] = /https:\/\/www\.example\.com\/newsletter\?token=[\w.-]+/.exec(mail!.text!)!;
    expect(pageOf((await open(link)).body)).toBe('/verify/newsletter');
    expect(await listAgreed(store.db, 'newsletter')).toEqual([]);
    for (let times = 0; times < 2; times += 1) {
      const thanks = await post(link);
      expect(pageOf(thanks.body)).toBe('/verify/subscribed');
      const [, token] = /name="token" value="([^"]+)"/.exec(thanks.body) ?? [];
      expect(pageOf((await open(`/unsubscribe?token=${token}`)).body)).toBe('/verify/unsubscribe');
    }
    expect(await listAgreed(store.db, 'newsletter')).toMatchObject([{ email: zenobia.email, name: 'Zenobia Quillfeather' }]);
    const confirmed = await store.db.selectFrom('consents').select(['purpose', 'page']).where('action', '=', 'confirmed').execute();
    expect(confirmed).toEqual([{ purpose: 'newsletter', page: '/newsletter' }]);

    const lead = link.split('token=')[1]!.slice(0, 36);
    clock.now += 1000;
    await post(await unsubscribeLink(store.db, lead, { PUBLIC_URL: 'https://www.example.com' }));
    expect(await listAgreed(store.db, 'newsletter')).toEqual([]);
    clock.now += 1000;
    await post(link);
    expect(await listAgreed(store.db, 'newsletter')).toHaveLength(1);
    clock.now += 80 * 3_600_000;
    expect((await post(link)).statusCode).toBe(404);
  });

  test('is not asked about by a job that is retried, once it was withdrawn', async () => {
    const { apply, pass, parsed, store, clock } = await setUp();
    const applied = [zenobia, { ...zenobia, email: 'grace@example.com' }];
    for (const person of applied) await apply(person, { accept_newsletter: 'true' });
    // As the mail server leaves it that refuses mails for good.
    await store.db.updateTable('jobs').set({ status: 'dead' }).where('name', '=', 'privacy.newsletter-mail').execute();
    const given = { now: () => clock.now };
    await testContext(consentsCommand, store, given).run('withdraw', zenobia.email, '--purpose', 'newsletter');
    expect((await testContext(jobsCommand, store, given).run('retry', '--all')).printed).toBe('2 jobs run again.');
    await pass(1000);
    const asked = (await parsed()).filter((mail) => mail.subject === 'Please confirm the newsletter');
    expect(asked.map(({ to }) => to?.[0]?.address)).toEqual(['grace@example.com']);
    const history = store.db.selectFrom('lead_events').innerJoin('leads', 'leads.id', 'lead_id').where('email', '=', zenobia.email);
    expect((await history.select('lead_events.kind').execute()).map(({ kind }) => kind)).toContain('the newsletter was answered already');
  });

  test('and a confirmation of an application that another stood in for are sent where somebody releases them by hand', async () => {
    const { apply, pass, parsed, store, clock } = await setUp();
    for (const subject of ['Generic', 'Second']) await apply(zenobia, { accept_newsletter: 'true', subject });
    const names = ['privacy.newsletter-mail', 'recruiting.applicant-mail'];
    const second = await store.db.selectFrom('jobs').select('id').where('name', 'in', names).orderBy('id', 'desc').limit(2).execute();
    const ids = second.map(({ id }) => id);
    await store.db.updateTable('jobs').set({ status: 'held' }).where('id', 'in', ids).execute();
    await pass(1000);
    const before = (await parsed()).length;
    const { run } = testContext(jobsCommand, store, { now: () => clock.now });
    for (const id of ids) await run('retry', id);
    await pass(1000);
    expect((await parsed()).length - before).toBe(2);
  });

  test('is not confirmed when the request is that it was ticked with', async () => {
    const { ask, pass, mails, post, store, clock } = await setUp();
    await ask(zenobia);
    const { id } = await store.db.selectFrom('leads').select('id').executeTakeFirstOrThrow();
    const given = {
      lead_id: id,
      action: 'asked',
      purpose: 'newsletter',
      text: 'I would like',
      text_version: '1',
      page: '/',
      at: clock.now,
    } as const;
    await store.db
      .insertInto('consents')
      .values({ ...given, id: 'n' })
      .execute();
    await pass(1000);
    const [token] = (await mails()).flatMap((mail) => /verify\?token=3D([\w-]{43})/.exec(mail.replaceAll('=\r\n', ''))?.[1] ?? []);
    await post('/verify', `token=${token}`);
    const confirmed = await store.db.selectFrom('consents').select('purpose').where('action', '=', 'confirmed').execute();
    expect(confirmed).toEqual([{ purpose: 'marketing' }]);
  });
});

/** Expects a link in the footer, and unsubscribing by one click (RFC 8058). */
function expectUnsubscribe({ headers, text }: Awaited<ReturnType<typeof PostalMime.parse>>) {
  const header = (name: string) => headers.find(({ key }) => key === name)?.value ?? 'none';
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(header('list-unsubscribe')).toMatch(/^<https:\/\/www\.example\.com\/unsubscribe\?token=[\w.-]+>$/);
  expect(text).toContain(header('list-unsubscribe').slice(1, -1));
}
