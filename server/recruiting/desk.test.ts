import { describe, expect, onTestFinished, test } from 'vitest';
import * as calls from '../../contract/calls/desk/application-calls.ts';
import type { CallInput, CallOutput } from '../../contract/calls/desk/call.ts';
import { leadWork } from '../../contract/calls/desk/lead-calls.ts';
import { suppress } from '../mail/suppression.ts';
import { testOnStores } from '../store/store.testing.ts';
import { pdf, sha256, validApplication } from './applications.testing.ts';
import { setUpDesk } from './desk-applications.testing.ts';
import { answer } from '../testing/desk.testing.ts';

const DAY = 24 * 3_600_000;

const rejection = {
  template: 'rejection',
  subject: 'Your application',
  text: 'Dear Ada,\n\nwe chose somebody else.',
  stage: 'rejected',
} as const;

describe('the desk’s applications', () => {
  testOnStores('are listed by position, stage, rating and search, and counted; leads are none of them', async () => {
    const { signedIn, apply, store } = await setUpDesk();
    const ada = await apply();
    const bob = await apply({ name: 'Bob', lastname: 'Quill', email: 'bob@quill.example', subject: 'Content Manager' });
    const spam = await apply({ email: 'spam@example.com' });
    await store.db.updateTable('leads').set({ suspected_spam: 1 }).where('id', '=', spam).execute();
    await store.db.updateTable('lead_index').set({ spam: 1 }).where('lead_id', '=', spam).execute();
    const hr = await signedIn('hr');
    const idsOf = async (input: CallInput<typeof calls.applicationWork.list>) =>
      (await answer(hr, calls.applicationWork.list, input)).applications.map(({ id }) => id);
    expect(await idsOf({ sort: 'oldest' })).toEqual([ada, bob]);
    await answer(hr, calls.changeStageCall, { id: bob, version: 0, stage: 'interview' });
    await answer(hr, calls.rateApplicationCall, { id: bob, rating: 5 });
    await answer(await signedIn('hr'), calls.rateApplicationCall, { id: bob, rating: 2 });
    expect([await idsOf({ position: 'Content Manager' }), await idsOf({ stage: 'interview' }), await idsOf({ stage: 'new' })]).toEqual([
      [bob],
      [bob],
      [ada],
    ]);
    expect([await idsOf({ rating: 3 }), await idsOf({ rating: 4 }), await idsOf({ search: 'quill' })]).toEqual([[bob], [], [bob]]);
    expect([await idsOf({ scan: 'unscanned' }), await idsOf({ scan: 'infected' })]).toEqual([[bob, ada], []]);
    expect([await idsOf({ sample: true }), await idsOf({ owner: null }), await idsOf({ view: 'mine' })]).toEqual([[], [bob, ada], []]);
    await answer(hr, calls.applicationWork.assign, { id: bob, version: 1, owner: hr.accountId });
    expect(await idsOf({ view: 'mine' })).toEqual([bob]);
    await answer(hr, calls.changeStageCall, { id: bob, version: 2, stage: 'hired' });
    expect([await idsOf({ view: 'mine' }), await idsOf({ view: 'open' })]).toEqual([[], [ada]]);
    await answer(hr, calls.applicationWork.assign, { id: ada, version: 0, owner: hr.accountId });
    expect(await answer(hr, calls.countApplicationsCall, {})).toEqual({
      counts: [
        { position: 'Content Manager', stage: 'hired', count: 1 },
        { position: validApplication.subject, stage: 'new', count: 1 },
      ],
      views: [
        { position: 'Content Manager', mine: 0, spam: 0 },
        { position: validApplication.subject, mine: 1, spam: 1 },
      ],
    });
    expect((await answer(await signedIn('hr'), calls.countApplicationsCall, {})).views.map(({ mine }) => mine)).toEqual([0, 0]);
    expect((await answer(hr, calls.applicationWork.list, { stage: 'hired' })).applications).toMatchObject([
      { id: bob, name: 'Bob Quill', rating: 3.5, stage: 'hired', version: 3, scan: 'unscanned' },
    ]);
    const first = await answer(hr, calls.applicationWork.list, { limit: 1 });
    expect(await idsOf({ limit: 1, cursor: first.next! })).toEqual([ada]);
  });

  test('open nothing of sales, and sales nothing of them', async () => {
    const { signedIn, apply } = await setUpDesk();
    const id = await apply();
    const [hr, sales, both] = [await signedIn('hr'), await signedIn('sales'), await signedIn('hr', 'sales')];
    expect((await answer(sales, leadWork.list, {})).leads).toEqual([]);
    expect((await both.call(leadWork.read, { id })).statusCode).toBe(404);
    expect((await sales.call(calls.applicationWork.read, { id })).statusCode).toBe(403);
    expect((await sales.call(calls.openCv, { id })).statusCode).toBe(403);
    expect((await hr.call(leadWork.list, {})).statusCode).toBe(403);
  });

  test('have a page with answers, consents, CV, the day they are removed, and what HR may see of the same address', async () => {
    const { signedIn, apply, site, clock, takeIn } = await setUpDesk();
    const other = await apply({ subject: 'Content Manager' });
    const contact = { name: 'Ada', surname: 'Lovelace', email: validApplication.email, phone: '+390212345678', message: 'x'.repeat(40) };
    const sent = await site.inject({ method: 'POST', url: '/cognitivepro/forms/home_cu', payload: contact });
    expect(sent.statusCode).toBe(201);
    const id = await apply();
    await takeIn();
    const page = await answer(await signedIn('hr'), calls.applicationWork.read, { id });
    expect(page).toMatchObject({
      name: 'Ada Lovelace',
      position: validApplication.subject,
      stage: 'new',
      cv: { name: 'My CV.pdf', scan: 'unscanned', mayOpen: true },
      removal: { at: clock.now + 730 * DAY, rule: 'KEEP_OPEN_APPLICATIONS_DAYS' },
      pool: { state: 'not asked', until: null },
      others: [{ id: other, section: 'application' }],
      mailRefusal: null,
      replyTo: 'hr@staff.example.org',
    });
    expect(page.answers).toContainEqual({ name: 'message', label: 'Message', value: validApplication.message });
    expect(page.consents.map(({ purpose }) => purpose)).toEqual(['recruiting']);
    const everything = await answer(await signedIn('hr', 'sales'), calls.applicationWork.read, { id });
    expect(everything.others).toHaveLength(2);
  });

  test('have CVs that are given out as they came, as attachments, with who opened them', async () => {
    const { signedIn, apply, actions, store } = await setUpDesk();
    const cv = pdf(5000);
    const id = await apply({}, cv);
    const hr = await signedIn('hr');
    const file = await hr.call(calls.openCv, { id });
    expect([file.statusCode, sha256(file.rawPayload)]).toEqual([200, sha256(cv)]);
    expect(file.headers).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment; /),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    await hr.call(calls.openCv, { id, stored: true });
    const { timeline } = await answer(hr, calls.applicationWork.read, { id });
    expect(timeline.filter(({ kind }) => kind === 'CV opened')).toMatchObject([{ actor: hr.accountId }]);
    const opened = (await actions()).filter(({ action }) => action === 'cv opened');
    expect(opened.map(({ subject_id: of, detail }) => [of, detail])).toEqual([
      [id, '{"stored":false}'],
      [id, '{"stored":true}'],
    ]);
    for (const scan of ['pending', 'infected'] as const) {
      await store.db.updateTable('files').set({ scan }).execute();
      const refused = await hr.call(calls.openCv, { id });
      expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([409, expect.stringContaining('held back')]);
    }
    expect((await actions()).filter(({ action }) => action === 'cv opened')).toHaveLength(2);
    await store.db.deleteFrom('files').execute();
    expect((await hr.call(calls.openCv, { id })).statusCode).toBe(404);
  });

  testOnStores('are worked on by two at once: the second sees what the first did, and every rating and note stays', async () => {
    const { signedIn, apply } = await setUpDesk();
    const id = await apply();
    const [ada, bob] = [await signedIn('hr'), await signedIn('hr')];
    const moved = await Promise.all([
      answer(ada, calls.changeStageCall, { id, version: 0, stage: 'screening' }),
      answer(bob, calls.changeStageCall, { id, version: 0, stage: 'rejected' }),
    ]);
    expect(moved.map(({ outcome }) => outcome).toSorted()).toEqual(['changed since', 'done']);
    // A mail by a colleague who has not seen the change is not sent.
    const late = await answer(bob, calls.applicationWork.answer, { id, version: 0, ...rejection });
    expect(late).toMatchObject({ outcome: 'changed since', work: { version: 1 } });
    // An answer that does not change the stage is a change as well.
    const kept = { id, way: 'ours', template: 'answer', subject: 'Your application', text: 'We look at it.' } as const;
    const answered = await Promise.all([ada, bob].map((who) => answer(who, calls.applicationWork.answer, { ...kept, version: 1 })));
    expect(answered.map(({ outcome }) => outcome).toSorted()).toEqual(['changed since', 'done']);
    await Promise.all([
      answer(ada, calls.rateApplicationCall, { id, rating: 4 }),
      answer(ada, calls.rateApplicationCall, { id, rating: 4 }),
      answer(bob, calls.rateApplicationCall, { id, rating: 1 }),
      answer(ada, calls.applicationWork.note, { id, text: '@Bob?', mentions: [bob.accountId, 'nobody'] }),
      answer(bob, calls.applicationWork.note, { id, text: 'No' }),
    ]);
    await answer(bob, calls.rateApplicationCall, { id, rating: 2 });
    const page = await answer(ada, calls.applicationWork.read, { id });
    expect([page.rating, page.mails.length]).toEqual([3, 1]);
    expect(Object.fromEntries(page.ratings.map(({ account, rating }) => [account, rating]))).toEqual({
      [ada.accountId]: 4,
      [bob.accountId]: 2,
    });
    const notes = page.timeline.filter(({ kind }) => kind === 'note');
    expect(notes.map(({ text, mentions }) => [text, mentions.length])).toEqual(
      expect.arrayContaining([
        ['@Bob?', 1],
        ['No', 0],
      ]),
    );
    await answer(bob, calls.rateApplicationCall, { id, rating: null });
    expect((await answer(ada, calls.applicationWork.read, { id })).rating).toBe(4);
    expect((await ada.call(calls.rateApplicationCall, { id, rating: 6 })).statusCode).toBe(422);
    for (const call of [calls.applicationWork.read, calls.openCv]) expect((await ada.call(call, { id: 'nobody' })).statusCode).toBe(404);
  });

  test('are answered by a mail in one’s own words, with the stage, once; it is told in the timeline', async () => {
    const { signedIn, apply, pass, mailsTo, actions } = await setUpDesk();
    const id = await apply();
    const hr = await signedIn('hr');
    const text = 'Dear Ada,\n\nwe chose <b>somebody</b> else.\nThank you.';
    expect(await answer(hr, calls.applicationWork.answer, { id, version: 0, ...rejection, text })).toMatchObject({
      outcome: 'done',
      work: { stage: 'rejected', owner: null, version: 1 },
    });
    expect((await answer(hr, calls.applicationWork.read, { id })).mails).toMatchObject([{ state: 'waiting', template: 'rejection' }]);
    await pass();
    await pass();
    const mails = (await mailsTo(validApplication.email)).filter(({ subject }) => subject === rejection.subject);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.text).toContain('we chose <b>somebody</b> else.\nThank you.');
    expect(mails[0]!.html).toContain('&lt;b&gt;somebody');
    expect(mails[0]!.replyTo?.[0]?.address).toBe('hr@staff.example.org');
    const page = await answer(hr, calls.applicationWork.read, { id });
    expect(page.mails).toMatchObject([{ state: 'sent', text, actor: hr.accountId, sentAt: expect.any(Number) }]);
    expect(page.timeline.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['stage changed', 'mail written', 'mail sent']));
    expect((await actions()).map(({ action }) => action).slice(-2)).toEqual(['application answered', 'application opened']);
    expect((await actions()).map(({ detail }) => detail).join()).not.toMatch(/Ada|somebody/);
  });

  test('are not answered where nothing can be sent, which is said', async () => {
    const { signedIn, apply, store, pass, mailsTo, clock } = await setUpDesk();
    const id = await apply();
    const hr = await signedIn('hr');
    const send = () => answer(hr, calls.applicationWork.answer, { id, version: 0, ...rejection });
    await suppress(store.db, validApplication.email, 'its mail server knows no such mailbox', clock.now);
    expect((await answer(hr, calls.applicationWork.read, { id })).mailRefusal).toContain('no such mailbox');
    expect(await send()).toEqual({ outcome: 'not sent', reason: expect.stringContaining('no such mailbox') });
    await store.db.deleteFrom('suppressions').execute();
    await store.db.updateTable('leads').set({ suspected_spam: 1 }).execute();
    expect(await send()).toEqual({ outcome: 'not sent', reason: expect.stringContaining('suspected spam') });
    expect(await answer(hr, calls.applicationWork.release, { id })).toEqual({ released: true });
    await store.db.updateTable('leads').set({ sample: 1 }).execute();
    expect(await send()).toEqual({ outcome: 'not sent', reason: expect.stringContaining('sample') });
    await pass();
    expect((await mailsTo(validApplication.email)).filter(({ subject }) => subject === rejection.subject)).toEqual([]);
    expect(await answer(hr, calls.applicationWork.read, { id })).toMatchObject({ stage: 'new', mails: [] });
  });

  test('are noted as answered where it went otherwise, and a sample is worked to the end without a mail', async () => {
    const { signedIn, apply, store, pass, mailsTo } = await setUpDesk();
    const [real, sample] = [await apply(), await apply({ email: 'sample@example.com' })];
    await store.db.updateTable('leads').set({ sample: 1 }).where('id', '=', sample).execute();
    const hr = await signedIn('hr');
    const note = (id: string, template: 'rejection' | 'keep', version = 0) =>
      answer(hr, calls.applicationWork.answer, { ...rejection, id, version, way: 'own', template });
    for (const id of [real, sample]) {
      expect(await note(id, 'rejection')).toMatchObject({ outcome: 'done', work: { stage: 'rejected', version: 1 } });
      const page = await answer(hr, calls.applicationWork.read, { id });
      expect(page.mails).toMatchObject([
        { state: 'noted', template: 'rejection', text: rejection.text, actor: hr.accountId, sentAt: null },
      ]);
      expect(page.timeline.filter(({ kind }) => kind.startsWith('mail'))).toMatchObject([
        { kind: 'mail noted', detail: { template: 'rejection', mail: page.mails[0]!.id } },
      ]);
    }
    // Only the desk's mail has the button to agree. A sample has no reader, so its mail can be noted.
    expect(await note(real, 'keep', 1)).toEqual({ outcome: 'not sent', reason: expect.stringContaining('button') });
    expect(await note(sample, 'keep', 1)).toMatchObject({ outcome: 'done' });
    await pass();
    for (const [id, address] of [[real, validApplication.email] as const, [sample, 'sample@example.com'] as const]) {
      expect((await mailsTo(address)).filter(({ subject }) => subject === rejection.subject)).toEqual([]);
      expect((await answer(hr, calls.applicationWork.read, { id })).pool.state).toBe('not asked');
    }
  });

  test('are told as they come, and leads are not', async () => {
    const { desk, signedIn, apply, origin, site } = await setUpDesk();
    await apply();
    const { cookie } = await signedIn('hr');
    const { host } = new URL(origin);
    const stream = (
      await desk.inject({ url: calls.applicationWork.changes.path, headers: { cookie, host }, payloadAsStream: true })
    ).stream();
    onTestFinished(() => void stream.destroy());
    const told: CallOutput<typeof calls.applicationWork.changes>[] = [];
    let id: string | undefined;
    for await (const piece of stream as AsyncIterable<Buffer>) {
      for (const [, data] of piece.toString().matchAll(/^data: (.*)$/gm)) told.push(JSON.parse(data!) as (typeof told)[number]);
      if (told.length === 1 && id === undefined) {
        const contact = { name: 'Ada', surname: 'Lovelace', email: 'lead@example.com', phone: '+390212345678', message: 'x'.repeat(40) };
        await site.inject({ method: 'POST', url: '/cognitivepro/forms/home_cu', payload: contact });
        id = await apply({ email: 'new@example.com' });
      }
      if (told.length > 1) break;
    }
    expect(told.map(({ ids }) => ids)).toEqual([[], [id]]);
  });
});
