import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { MEETING_LINK, OWN_WORDS } from '../../contract/desk/answer-templates.ts';
import { NO_MAIL_SERVER } from '../../contract/desk/mail-refusals.ts';
import { makeMeetingLink, readMeetingWays } from '../../contract/calls/desk/meeting-calls.ts';
import { leadWork } from '../../contract/calls/desk/lead-calls.ts';
import type { CallInput, CallOutput } from '../../contract/calls/desk/call.ts';
import { addLeads } from '../work/index/index.testing.ts';
import { suppress } from '../mail/suppression.ts';
import { freshStore, temporaryFolder, testOnStores } from '../store/store.testing.ts';
import { testDesk, type SignedIn } from '../testing/desk.testing.ts';
import { mailWorker } from '../testing/mail-worker.testing.ts';

const mailServer = {
  MAIL_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'no-reply@site.internal',
  STAFF_MAIL: 'sales@site.internal',
  HR_MAIL: 'hr@site.internal',
};

async function setUp(env: Record<string, string> = mailServer) {
  const store = await freshStore();
  const set = await testDesk(store, { DATA_DIR: temporaryFolder(), ...env });
  // Mails are written into a folder, whatever the settings say.
  const { pass, mails } = mailWorker(set, { from: 'Sample <no-reply@site.internal>', limit: { perHour: 5, perDay: 10 } });
  const run = () => pass(1000).then(mails);
  return { ...set, store, run };
}

const written = { subject: 'A time to meet', text: 'Hello Ada,\n\nwhen would it suit?\nOn Monday, perhaps <b>early</b>.' };

async function answer(who: SignedIn, input: Partial<CallInput<typeof leadWork.answer>> & { id: string }) {
  const given = await who.call(leadWork.answer, { version: 0, way: 'ours', template: 'meeting', ...written, ...input });
  expect([given.statusCode, given.statusCode === 200 ? '' : given.body]).toEqual([200, '']);
  return given.json<CallOutput<typeof leadWork.answer>>();
}

describe('an answer from the desk', () => {
  testOnStores('has a link of the lead’s own in the place of its mark, which nothing but the mail has', async () => {
    const { signedIn, store, run } = await setUp({ ...mailServer, BOOKING_HOURS: 'Mon-Fri 09:00-12:00' });
    const [id] = (await addLeads(store, [{ answers: { email: 'ada@example.com' } }])) as [string];
    const sales = await signedIn('sales');
    expect((await sales.call(readMeetingWays, {})).json()).toEqual({
      linked: true,
      zone: expect.any(String),
      place: null,
      organiser: expect.stringContaining('@'),
    });
    expect(await answer(sales, { id, text: `Here: ${MEETING_LINK}.` })).toMatchObject({ outcome: 'done' });
    const [mail] = await run();
    const [address, token] = /http\S+\/meeting\?token=([\w-]{43})/.exec(mail!.text!)!;
    expect(mail!.html).toContain(`href="${address}"`);
    const leadOf = async (secret: string) => {
      const hash = createHash('sha256').update(secret).digest('base64url');
      return (await store.db.selectFrom('booking_links').select('lead_id').where('token_hash', '=', hash).executeTakeFirst())?.lead_id;
    };
    expect(await leadOf(token!)).toBe(id);
    for (const table of ['lead_events', 'jobs', 'staff_actions'] as const)
      expect(JSON.stringify(await store.db.selectFrom(table).selectAll().execute())).not.toContain(token);
    // A link for the staff member's own mail program.
    const { link } = (await sales.call(makeMeetingLink, { id })).json<{ link: string }>();
    expect(await leadOf(link.split('token=')[1]!)).toBe(id);
  });

  test('is refused while the mark of what is to be written stands in it', async () => {
    const { signedIn, store, run } = await setUp();
    const [id] = (await addLeads(store, [{ answers: { email: 'ada@example.com' } }])) as [string];
    const sales = await signedIn('sales');
    const refused = await sales.call(leadWork.answer, { id, version: 0, way: 'ours', ...written, text: `Hello,\n\n${OWN_WORDS}` });
    expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining(`in the place of ${OWN_WORDS}`)]);
    expect(await run()).toEqual([]);
  });

  test('reaches its lead as it was written, and a reply whoever wrote it', async () => {
    const { signedIn, store, run } = await setUp();
    const [id] = (await addLeads(store, [{ answers: { email: 'ada@example.com' } }])) as [string];
    const sales = await signedIn('sales');
    const work = { state: 'contacted', lostReason: null, owner: sales.accountId, version: 1 };
    expect(await answer(sales, { id })).toMatchObject({ outcome: 'done', work });
    const [mail, ...others] = await run();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      from: { address: 'no-reply@site.internal' },
      to: [{ address: 'ada@example.com' }],
      replyTo: [{ address: 'person-1@staff.example', name: 'Person 1' }],
      subject: written.subject,
    });
    expect(mail!.text).toContain('when would it suit?\nOn Monday, perhaps <b>early</b>.');
    // A person wrote the mail, so an out-of-office reply may come.
    expect(mail!.headers.map(({ key }) => key)).not.toContain('auto-submitted');
    const page = (await sales.call(leadWork.read, { id })).json<CallOutput<typeof leadWork.read>>();
    expect(page.timeline.slice(1)).toMatchObject([
      { kind: 'answered', actor: sales.accountId, text: written.text, detail: { subject: written.subject, way: 'ours' } },
      { kind: 'answer mailed', actor: null },
    ]);
    const { action, detail } = await store.db
      .selectFrom('staff_actions')
      .selectAll()
      .where('action', '=', 'lead answered')
      .executeTakeFirstOrThrow();
    expect([action, detail]).toEqual(['lead answered', '{"way":"ours","outcome":"done"}']);
  });

  testOnStores('of two at once one goes, and the other is told what there is now', async () => {
    const { signedIn, store, run } = await setUp();
    const [id] = (await addLeads(store, [{}])) as [string];
    const both = await Promise.all([await signedIn('sales'), await signedIn('sales')].map((who) => answer(who, { id })));
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['changed since', 'done']);
    expect(await run()).toHaveLength(1);
    // A colleague who was told of the first answer may send one all the same.
    expect(await answer(await signedIn('sales'), { id, version: 1 })).toMatchObject({ outcome: 'done', work: { version: 2 } });
    expect(await run()).toHaveLength(2);
  });

  test('is refused in words where nothing may be sent, and by one’s own mail program it is noted all the same', async () => {
    const { signedIn, store, run } = await setUp();
    const [sample, spam, bounced, declined] = (await addLeads(
      store,
      ['sample', 'spam', 'bounced', 'declined'].map((name) => ({ spam: name === 'spam', answers: { email: `${name}@example.com` } })),
    )) as [string, string, string, string];
    await store.db.updateTable('leads').set({ sample: 1 }).where('id', '=', sample).execute();
    await store.db.updateTable('leads').set({ owner_answer: 'declined' }).where('id', '=', declined).execute();
    await suppress(store.db, 'bounced@example.com', 'a mail to it came back for good', 1);
    const sales = await signedIn('sales');
    const reasons = await Promise.all([sample, spam, bounced, declined].map(async (id) => answer(sales, { id })));
    expect(reasons.map((one) => ('reason' in one ? one.reason : one.outcome))).toEqual([
      'This is a sample: nothing is sent to it.',
      'Nothing is sent to suspected spam: say first that it is none.',
      'Nothing is sent to this address: a mail to it came back for good.',
      'Whoever has this address wants no mail: nothing is sent to it.',
    ]);
    const page = (await sales.call(leadWork.read, { id: bounced })).json<CallOutput<typeof leadWork.read>>();
    expect([page.mailRefusal, page.state, page.timeline.length]).toEqual([expect.stringContaining('came back for good'), 'new', 1]);
    expect(await answer(sales, { id: bounced, way: 'own' })).toMatchObject({ outcome: 'done', work: { state: 'contacted' } });
    expect(await run()).toEqual([]);
    await sales.call(leadWork.release, { id: spam });
    expect(await answer(sales, { id: spam })).toMatchObject({ outcome: 'done' });
  });
});

test('without a mail server the setting is named', async () => {
  const { signedIn, store } = await setUp({});
  const [id] = (await addLeads(store, [{}])) as [string];
  expect(await answer(await signedIn('sales'), { id })).toEqual({
    outcome: 'not sent',
    reason: NO_MAIL_SERVER,
  });
});

test('one that is erased before it is mailed is not mailed', async () => {
  const { signedIn, store, run } = await setUp();
  const [id] = (await addLeads(store, [{}])) as [string];
  await answer(await signedIn('sales'), { id });
  await store.db.deleteFrom('leads').where('id', '=', id).execute();
  expect(await run()).toEqual([]);
});
