import { describe, expect, test, vi } from 'vitest';
import { dateTime } from '../../../contract/figures/format.ts';
import { silent, testOnStores } from '../../store/store.testing.ts';
import { setUpMailbox, shownOn } from '../mailbox.testing.ts';

const minute = 60_000;
const hour = 60 * minute;
const ada = 'ada@example.com';

describe('the link of a mailbox', () => {
  testOnStores('after three false forms the true owner gets a link, picks her own request, and the others stay unconfirmed', async () => {
    const { request, pass, tokens, look, press, statusOf, historyOf, sent } = await setUpMailbox();
    const forged = [];
    for (let n = 0; n < 3; n += 1) {
      forged.push(await request(`Ada+${n}@example.com`, 'question'));
      await pass(minute);
    }
    await pass(1000);
    const own = await request(ada);
    await pass(1000);
    expect(tokens(ada)).toHaveLength(0);
    await pass(hour);
    const [token] = tokens(ada);
    const page = shownOn((await look(token!)).body);
    expect(page).toEqual({
      page: '/verify/pick',
      requests: [`[x] ${own} Book a demo`, ...forged.toReversed().map((id) => `[ ] ${id} Contact us`)],
    });
    const answer = await press({ token: token!, shown: [own, ...forged], request: own, answer: 'picked' });
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      expect.stringMatching(/^\/meeting\?token=[\w-]{43}&confirmed=yes$/),
    ]);
    expect(await Promise.all([own, ...forged].map(statusOf))).toEqual(['verified', 'unverified', 'unverified', 'unverified']);
    expect(await historyOf(forged[0]!)).toContain('seen by the owner of the address, and not confirmed');
    await pass(minute);
    expect(sent.filter((mail) => mail.to.includes('sales@example.com'))).toHaveLength(1);
    const before = sent.length;
    await pass(24 * hour);
    expect(sent).toHaveLength(before);
  });

  test('already the first mail in the mailbox shows what came after it', async () => {
    const { request, pass, tokens, look } = await setUpMailbox();
    const first = await request(ada, 'question');
    await pass(1000);
    const later = await request(ada);
    expect(shownOn((await look(tokens(ada)[0]!)).body).requests).toEqual([`[ ] ${later} Book a demo`, `[x] ${first} Contact us`]);
  });

  test('its page says when a request came in the company’s time zone, by name, and how long ago', async () => {
    const { request, pass, tokens, look, clock } = await setUpMailbox({}, { env: { TIME_ZONE: 'America/New_York' } });
    await request(ada);
    await request(ada, 'question');
    const came = clock.now;
    await pass(minute);
    const page = (await look(tokens(ada)[0]!)).body;
    expect(page).toContain(dateTime(came, 'America/New_York'));
    expect(page).toContain('a minute ago');
    expect(page).not.toContain('UTC');
  });

  test('requests that ask for the same are told apart by their time, to the second within a minute, and by where they were made', async () => {
    const { request, pass, tokens, look, clock } = await setUpMailbox();
    clock.now = Math.ceil(clock.now / minute) * minute;
    await request(ada);
    await pass(7000);
    await request(ada);
    await request(ada, 'question');
    await pass(minute);
    const page = (await look(tokens(ada)[0]!)).body;
    expect(page.match(/\d\d:\d\d:\d\d/g)?.map((time) => time.slice(-2))).toEqual(expect.arrayContaining(['00', '07']));
    expect(page.match(/, Header or home page, Book a demo/g)).toHaveLength(2);
    expect(page).not.toContain(', Footer');
  });

  test('no text of a stranger stands on its page, whose length would tell of the token beside it', async () => {
    const { app, pass, tokens, look } = await setUpMailbox();
    const mark = 'Zxqvzxqv';
    const body = { name: mark, surname: mark, phone: '+39 02 1234567', role: `Other: ${mark}`, company: mark, message: mark };
    const attribution = { page: `/${mark}`, referrer: `https://${mark}.example/`, visitorId: mark, utm: { source: mark, campaign: mark } };
    const about = { kind: 'portfolio', id: mark };
    for (const [n, caller] of ['home_bad', 'home_cu', 'portfolios_cu', `paper_${mark}`, mark].entries()) {
      const url = `/www/forms/${caller}?${mark}=${mark}`;
      const payload = { ...body, email: n === 0 ? ada : `ada+${mark}${n}@example.com`, attribution, about };
      expect((await app.inject({ method: 'POST', url, payload })).statusCode).toBe(201);
    }
    await pass(1000);
    const [token] = tokens(ada);
    const page = await look(`${token}&${mark}=${mark}&page=${mark}`);
    expect(shownOn(page.body).requests).toHaveLength(5);
    expect(page.body.toLowerCase()).not.toContain(mark.toLowerCase());
  });

  test('fifty forms in one name are fifty requests and two mails, and not one more in a day', async () => {
    const { request, pass, store, sent } = await setUpMailbox();
    await request(ada);
    await pass(0);
    await pass(1000);
    for (let n = 0; n < 49; n += 1) await request(n % 2 ? 'ADA@example.com' : `ada+${n}@example.com`);
    await pass(1000);
    expect(sent).toHaveLength(1);
    const waiting = await store.db.selectFrom('jobs').select('last_error').where('status', '=', 'ready').execute();
    expect(waiting).toHaveLength(49);
    expect(waiting[0]!.last_error).toContain('a mail to this address has just left');
    for (let n = 0; n < 24; n += 1) await pass(hour);
    expect(sent.map((mail) => mail.to[0]?.toLowerCase())).toEqual([ada, ada]);
    expect(await store.db.selectFrom('leads').select('id').execute()).toHaveLength(50);
    expect(await store.db.selectFrom('jobs').select('id').where('status', '!=', 'done').execute()).toEqual([]);
  });

  test('none of them: nothing is confirmed, nothing more is sent, and the page says so every time', async () => {
    const { request, pass, tokens, look, press, resend, statusOf, historyOf, sent } = await setUpMailbox();
    const ids = [await request(ada), await request(ada, 'question')];
    await pass(1000);
    const [token] = tokens(ada);
    for (const _ of [1, 2]) {
      const answer = await press({ token: token!, shown: ids, request: ids, answer: 'none' });
      expect([answer.statusCode, shownOn(answer.body).page]).toEqual([200, '/verify/declined']);
    }
    expect(shownOn((await look(token!)).body).page).toBe('/verify/declined');
    expect(await Promise.all(ids.map(statusOf))).toEqual(['unverified', 'unverified']);
    expect(await historyOf(ids[1]!)).toContain('declined by the owner of the address');
    await resend({ email: ada });
    await pass(24 * hour);
    expect(sent).toHaveLength(1);
  });

  test('nothing ticked asks again; what no page has shown, or what is of another mailbox, is not confirmed', async () => {
    const { request, pass, tokens, press, statusOf } = await setUpMailbox();
    const ids = [await request(ada), await request(ada, 'question')];
    const other = await request('bob@example.com');
    await pass(1000);
    const token = tokens(ada)[0]!;
    const nothing = await press({ token, shown: ids, answer: 'picked' });
    expect([nothing.statusCode, shownOn(nothing.body).page]).toEqual([422, '/verify/pick-one']);
    const unseen = await press({ token });
    expect([unseen.statusCode, shownOn(unseen.body).page]).toEqual([200, '/verify/pick']);
    await press({ token, shown: [ids[0]!, other], request: [ids[0]!, ids[1]!, other], answer: 'picked' });
    expect(await Promise.all([...ids, other].map(statusOf))).toEqual(['verified', 'unverified', 'unverified']);
  });

  testOnStores('pressed by two at once confirms what one of them picked, once', async () => {
    const { request, pass, tokens, press, statusOf, store } = await setUpMailbox();
    const [first, second] = [await request(ada), await request(ada, 'question')];
    await pass(1000);
    const token = tokens(ada)[0]!;
    const answers = await Promise.all([first, second].map((id) => press({ token, shown: [first, second], request: id, answer: 'picked' })));
    expect(answers.map((answer) => answer.statusCode)).toEqual([303, 303]);
    expect((await Promise.all([first, second].map(statusOf))).toSorted()).toEqual(['unverified', 'verified']);
    expect(await store.db.selectFrom('jobs').select('id').where('name', '=', 'leads.staff-notice').execute()).toHaveLength(1);
  });

  testOnStores('several picked at once are each followed by what was promised', async () => {
    const { request, pass, tokens, press, sent } = await setUpMailbox();
    const ids = [await request(ada), await request(ada, 'question')];
    await pass(1000);
    const answer = await press({ token: tokens(ada)[0]!, shown: ids, request: ids, answer: 'picked' });
    expect(answer.statusCode).toBe(303);
    await pass(1000);
    expect(
      sent
        .slice(1)
        .map((mail) => mail.subject)
        .toSorted(),
    ).toEqual([
      'Choose a time for your Cognitive PRO demo',
      'Verified lead: Book a demo (Ada Lovelace)',
      'Verified lead: Contact us (Ada Lovelace)',
    ]);
  });

  test('asked for many times leaves once for all of them', async () => {
    const { request, pass, resend, sent } = await setUpMailbox();
    await request(ada);
    await pass(1000);
    await pass(1000);
    for (let n = 0; n < 20; n += 1) await resend({ email: ada });
    for (let n = 0; n < 24; n += 1) await pass(hour);
    expect(sent).toHaveLength(2);
  });

  test('asked for anew costs as much for an unknown address, and nobody can tell when: seconds later, by chance', async () => {
    const { request, pass, resend, store, clock } = await setUpMailbox();
    await request(ada);
    await pass(minute);
    const commits = vi.spyOn(store, 'begin');
    const cost = async (email: string): Promise<number> => {
      await pass(minute);
      await resend({ email });
      await pass(1900);
      const before = commits.mock.calls.length;
      await pass(7000);
      return commits.mock.calls.length - before;
    };
    const known = await cost(ada);
    // Two claims of jobs (the second finds none), the place under the limits with the link, the mark that the mail may have been sent, the job's end.
    expect(known).toBe(5);
    expect(await cost('nobody@example.com')).toBe(known);
    for (let n = 0; n < 20; n += 1) await resend({ email: n % 2 ? ada : 'nobody@example.com' });
    const due = await store.db.selectFrom('jobs').select('run_at').where('status', '=', 'ready').execute();
    const delays = due.map((job) => job.run_at - clock.now);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(2000);
    expect(new Set(delays).size).toBeGreaterThan(10);
  });

  test('first mails beyond the ceiling wait, OPS_MAIL is told once and the log too, and they leave by themselves', async () => {
    const errors: object[] = [];
    const log = { ...silent, error: (about: object) => void errors.push(about) };
    const { request, pass, sent, store } = await setUpMailbox(
      { ceiling: { perHour: 5, perDay: 100 } },
      { log, env: { OPS_MAIL: 'ops@example.com' } },
    );
    for (let n = 0; n < 12; n += 1) await request(`stranger${n}@example.com`);
    await pass(1000);
    await pass(1000);
    const toStrangers = () => sent.filter((mail) => mail.to[0]!.startsWith('stranger'));
    expect(toStrangers()).toHaveLength(5);
    expect(errors).toEqual([{ setting: 'FIRST_MAILS_PER_HOUR' }]);
    const alarm = sent.filter((mail) => !mail.to[0]!.startsWith('stranger'));
    expect(alarm.map((mail) => [mail.to, mail.subject])).toEqual([
      [['ops@example.com'], 'Mails to new addresses wait: FIRST_MAILS_PER_HOUR is reached'],
    ]);
    const waiting = await store.db.selectFrom('jobs').select(['status', 'last_error']).where('last_error', 'is not', null).execute();
    expect(waiting).toHaveLength(7);
    expect(waiting[0]!.last_error).toContain('FIRST_MAILS_PER_HOUR allows (5)');
    for (let n = 0; n < 16; n += 1) await pass(hour / 2);
    expect(new Set(toStrangers().map((mail) => mail.to[0]))).toHaveLength(12);
    expect(errors).toHaveLength(1);
  });

  test('without OPS_MAIL the log alone tells of the ceiling: it is no word for who reads leads', async () => {
    const errors: object[] = [];
    const log = { ...silent, error: (about: object) => void errors.push(about) };
    const { request, pass, sent, store } = await setUpMailbox({ ceiling: { perHour: 1, perDay: 100 } }, { log });
    for (let n = 0; n < 2; n += 1) await request(`stranger${n}@example.com`);
    await pass(1000);
    await pass(1000);
    expect(errors).toEqual([{ setting: 'FIRST_MAILS_PER_HOUR' }]);
    expect(sent.filter((mail) => !mail.to[0]!.startsWith('stranger'))).toEqual([]);
    const alarm = await store.db.selectFrom('jobs').select('status').where('name', '=', 'mail.ceiling-alarm').execute();
    expect(alarm).toEqual([{ status: 'done' }]);
  });
});
