import { describe, expect, test } from 'vitest';
import { Unavailable } from '../queue/job.ts';
import { findCauses } from '../alerts/alert-causes.ts';
import type { Rejection, Transport } from '../mail/message.ts';
import { listRefusedStaff } from '../mail/suppression.ts';
import { Refused } from '../mail/smtp.ts';
import { testOnStores } from '../store/store.testing.ts';
import { setUpMailbox } from './mailbox.testing.ts';
import { markSpam, releaseFlood } from '../work/mark-spam.ts';

const minute = 60_000;

describe('notices to staff', () => {
  test('one is told at once, fifty come as three mails and a list, each once, and each history says so', async () => {
    const { message, pass, sent, historyOf, parse } = await setUpMailbox();
    const ids = [await message('first')];
    await pass(1000);
    expect(sent.map((mail) => mail.subject)).toEqual(['Message from Ada Lovelace: first subject']);
    for (let n = 0; n < 50; n += 1) ids.push(await message(`no ${n}`));
    await pass(1000);
    expect(sent.length).toBeLessThanOrEqual(3);
    for (let minutes = 0; minutes < 20; minutes += 1) await pass(minute);
    expect(sent.length).toBeLessThanOrEqual(5);
    const told = (await Promise.all(sent.map(parse))).map((mail) => mail.text).join('\n');
    for (const id of ids) {
      expect(told.split(id)).toHaveLength(2);
      expect(await historyOf(id)).toEqual(['received', 'staff notified']);
    }
  });

  testOnStores('what is marked as spam while it waits for its turn is told by no list, and once it is released', async () => {
    const { message, pass, sent, store, clock } = await setUpMailbox();
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) ids.push(await message(`no ${n}`));
    await pass(1000);
    const marked = ids.at(-1)!;
    const lead = await store.db.selectFrom('leads').selectAll().where('id', '=', marked).executeTakeFirstOrThrow();
    const nothing = { cancelMeetings: async () => 0, onFirst: async () => undefined };
    await markSpam(store, { lead, by: 'this', hours: 1, actor: 'ada', at: clock.now }, nothing);
    for (let minutes = 0; minutes < 20; minutes += 1) await pass(minute);
    const told = () => ids.map((id) => sent.filter(({ text }) => text.includes(id)).length);
    expect(told()).toEqual([1, 1, 1, 1, 1, 0]);
    await releaseFlood(store, { leadId: marked, actor: 'ada', at: clock.now }, async () => undefined);
    for (let minutes = 0; minutes < 20; minutes += 1) await pass(minute);
    expect(told()).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test('as many leave singly as SINGLE_NOTICES says', async () => {
    const { message, pass, sent } = await setUpMailbox({}, { env: { SINGLE_NOTICES: '5' } });
    for (let n = 0; n < 8; n += 1) await message(`no ${n}`);
    await pass(1000);
    expect(sent.map((mail) => mail.subject).filter((subject) => subject.startsWith('Message from'))).toHaveLength(5);
  });

  testOnStores('a mail that may have left tells of the same leads when it is sent again, for it is taken for the same one', async () => {
    const left: { id: string; text: string }[] = [];
    let answers = false;
    const transport = {
      send: async ({ id, text }: { id: string; text: string }) => {
        left.push({ id, text });
        if (!answers) throw new Unavailable('mail', 'taken, and the answer was lost');
      },
      close: () => undefined,
    };
    const { message, pass } = await setUpMailbox({ transport });
    const ids = [];
    for (let n = 0; n < 6; n += 1) {
      ids.push(await message(`no ${n}`));
      await pass(1000);
    }
    answers = true;
    for (let minutes = 0; minutes < 90; minutes += 5) await pass(5 * minute);
    const firsts = new Map(left.toReversed().map(({ id, text }) => [id, text]));
    for (const id of ids) expect([...firsts.values()].filter((text) => text.includes(id))).toHaveLength(1);
    for (const { id, text } of left) expect(text).toBe(firsts.get(id));
  });

  test('a mail server that is down loses none of them, and none is told twice once it is back', async () => {
    let up = false;
    const left: string[] = [];
    const transport = {
      send: async (mail: { text: string }) => {
        if (!up) throw new Unavailable('mail', 'down');
        left.push(mail.text);
      },
      close: () => undefined,
    };
    const { message, pass, historyOf } = await setUpMailbox({ transport });
    const ids = [];
    for (let n = 0; n < 12; n += 1) ids.push(await message(`no ${n}`));
    await pass(1000);
    await pass(10 * minute);
    up = true;
    for (let minutes = 0; minutes < 90; minutes += 5) await pass(5 * minute);
    for (const id of ids) {
      expect(left.filter((text) => text.includes(id))).toHaveLength(1);
      expect(await historyOf(id)).toEqual(['received', 'staff notified']);
    }
  });

  test('staff’s own mail server that refuses them is asked again, and each history says so once', async () => {
    let refuses = true;
    const left: string[] = [];
    const transport = {
      send: async (mail: { text: string }) => {
        if (refuses) throw new Refused('the mail server refuses it: 550 5.1.1 no such user', true);
        left.push(mail.text);
      },
      close: () => undefined,
    };
    const { message, pass, historyOf, store } = await setUpMailbox({ transport });
    const id = await message('important');
    for (let n = 0; n < 4; n += 1) await pass(10 * minute);
    expect(await historyOf(id)).toEqual(['received', 'staff mail refused']);
    const [notice] = await store.db.selectFrom('jobs').selectAll().where('name', '=', 'messages.notice').execute();
    expect(notice).toMatchObject({ status: 'ready', last_error: expect.stringMatching(/^StaffRefused: /) });
    expect(notice!.attempts).toBeGreaterThan(2);
    expect(await store.db.selectFrom('suppressions').selectAll().execute()).toEqual([]);
    refuses = false;
    await pass(70 * minute);
    expect(left).toHaveLength(1);
    expect(await historyOf(id)).toEqual(['received', 'staff mail refused', 'staff notified']);
  });

  testOnStores('one of several colleagues refused for good: the others have it once, and it is told everywhere', async () => {
    let refused: Rejection[] = [{ to: 'left@example.com', later: false, said: '550 5.1.1 no such user' }];
    const left: (readonly string[])[] = [];
    const transport: Transport = { send: async ({ to }) => (left.push(to), refused), close: () => undefined };
    const { message, pass, historyOf, store, clock } = await setUpMailbox(
      { transport },
      { env: { STAFF_MAIL: 'left@example.com, here@example.com' } },
    );
    const id = await message('important');
    for (let n = 0; n < 4; n += 1) await pass(10 * minute);
    expect(left).toHaveLength(1);
    expect((await historyOf(id)).toSorted()).toEqual(['received', 'staff address refused', 'staff notified']);
    expect(await store.db.selectFrom('jobs').select('status').where('name', '=', 'messages.notice').execute()).toEqual([
      { status: 'done' },
    ]);
    expect(await findCauses(store.db, clock.now)).toMatchObject([{ kind: 'address refused', count: 1, reason: '550 5.1.1 no such user' }]);
    expect(await listRefusedStaff(store.db, clock.now)).toMatchObject([{ address: 'left@example.com', mails: 1 }]);
    refused = [];
    await message('another');
    await pass(10 * minute);
    expect(await findCauses(store.db, clock.now)).toEqual([]);
  });

  testOnStores('one of several colleagues put off: the mail goes to that one alone, until it is taken', async () => {
    let refused: Rejection[] = [{ to: 'Busy <busy@example.com>', later: true, said: '450 4.2.1 later' }];
    const left: (readonly string[])[] = [];
    const transport: Transport = { send: async ({ to }) => (left.push(to), refused), close: () => undefined };
    const env = { STAFF_MAIL: 'Busy <busy@example.com>, here@example.com' };
    const { message, pass, historyOf, store } = await setUpMailbox({ transport }, { env });
    const id = await message('important');
    await pass(1000);
    expect(await historyOf(id)).toEqual(['received', 'staff notified']);
    // First the transport reports one of two recipients as refused, then it throws, since the only recipient left is refused.
    transport.send = async ({ to }) => {
      left.push(to);
      throw new Error('the mail server wants it later');
    };
    await pass(10 * minute);
    transport.send = async ({ to }) => void left.push(to);
    refused = [];
    await pass(10 * minute);
    await pass(10 * minute);
    expect(left).toEqual([['Busy <busy@example.com>', 'here@example.com'], ['Busy <busy@example.com>'], ['Busy <busy@example.com>']]);
    expect(await historyOf(id)).toEqual(['received', 'staff notified']);
    expect(await store.db.selectFrom('jobs').select('status').where('name', '=', 'messages.notice').execute()).toEqual([
      { status: 'done' },
    ]);
  });
});
