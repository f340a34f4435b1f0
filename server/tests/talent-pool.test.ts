import { expect, test } from 'vitest';
import * as calls from '../../contract/calls/desk/application-calls.ts';
import { talentPoolConsent } from '../../contract/forms/talent-pool-consent.ts';
import { sealConsents, verifyChain } from '../leads/consents/consent-chain.ts';
import { countDue } from '../privacy/retention-rules.ts';
import { talentPoolLinks } from '../leads/consents/mail-links.ts';
import { newId } from '../store/id.ts';
import { describeOnStoresInTurn } from '../store/store.testing.ts';
import { validApplication } from '../recruiting/applications.testing.ts';
import { setUpDesk } from '../recruiting/desk-applications.testing.ts';
import { answer } from '../testing/desk.testing.ts';
import { recordAsked } from '../recruiting/talent-pool.ts';

const DAY = 24 * 3_600_000;

describeOnStoresInTurn('applications', 0, () => {
  test('are kept for longer where the applicant agrees, by a link, and not otherwise', async () => {
    const { signedIn, apply, pass, mailsTo, site, clock, store, context, dataDir } = await setUpDesk({ TALENT_POOL_DAYS: '365' });
    const id = await apply();
    const came = clock.now;
    const hr = await signedIn('hr');
    // Signs in again, because a session ends within a day.
    const read = async () => answer(await signedIn('hr'), calls.applicationWork.read, { id });
    const due = async (at: number) => {
      const counts = await countDue({ store, files: context.files, dataDir, settings: context.settings, now: () => at });
      return counts.find(({ setting }) => setting === 'KEEP_APPLICATIONS_DAYS')!.count;
    };
    const asking = { template: 'keep', subject: 'May we keep it?', text: 'Dear Ada,', stage: 'talent-pool' } as const;
    await answer(hr, calls.applicationWork.answer, { id, version: 0, ...asking });
    expect((await read()).pool.state).toBe('not asked');
    await pass();
    expect(await read()).toMatchObject({
      pool: { state: 'asked', until: null },
      removal: { at: came + 180 * DAY, rule: 'KEEP_APPLICATIONS_DAYS' },
    });
    const [mail] = (await mailsTo(validApplication.email)).filter(({ subject }) => subject === asking.subject);
    expect(mail!.text).toContain(talentPoolConsent(365).text);
    const [agree] = /https:\/\/www\.example\.com\/talent-pool\?token=[\w.-]+/.exec(mail!.text!)!;
    const [leave] = /https:\/\/www\.example\.com\/talent-pool\/leave\?token=[\w.-]+/.exec(mail!.text!)!;
    const open = (link: string, method: 'GET' | 'POST') =>
      site.inject({
        method,
        url: link.replace('https://www.example.com', ''),
        ...(method === 'POST' && { payload: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
      });
    // Opening the link is no consent, and neither link works for the other's action.
    expect((await open(agree, 'GET')).body).toContain(`/verify/talent-pool</h1><blockquote>${talentPoolConsent(365).text}`);
    expect((await open(agree.replace('talent-pool?', 'talent-pool/leave?'), 'POST')).statusCode).toBe(404);
    expect((await read()).pool.state).toBe('asked');
    await pass(DAY);
    for (let times = 0; times < 2; times += 1) expect((await open(agree, 'POST')).body).toContain('/verify/talent-pool-joined');
    const until = clock.now + 365 * DAY;
    expect(await read()).toMatchObject({ pool: { state: 'agreed', until }, removal: { at: until, stays: 'agreed' } });
    const ofPool = (await read()).consents.filter(({ purpose }) => purpose === 'talent pool');
    expect(ofPool.map(({ action, text }) => [action, text])).toEqual([
      ['asked', talentPoolConsent(365).text],
      ['confirmed', talentPoolConsent(365).text],
    ]);
    expect([await due(came + 181 * DAY), await due(until - 1), await due(until + 1)]).toEqual([0, 0, 1]);
    expect((await open(leave, 'POST')).body).toContain('/verify/talent-pool-left');
    expect(await read()).toMatchObject({
      pool: { state: 'withdrawn', until: null },
      removal: { at: came + 180 * DAY, rule: 'KEEP_APPLICATIONS_DAYS' },
    });
    expect(await due(came + 181 * DAY)).toBe(1);
    await sealConsents(store, clock.now);
    expect(await verifyChain(store.db)).toMatchObject({ entries: 4, unsealed: 0, fault: undefined });
  });

  test('are kept as their own mail said, whatever the setting and the words are by now', async () => {
    const { apply, store, site, clock } = await setUpDesk({ TALENT_POOL_DAYS: '730' });
    const id = await apply();
    const asked = { lead_id: id, purpose: 'talent pool', page: 'mail', text_version: '2025-01' };
    const wordsOf = (days: number) => `You may keep my application for ${days} days, as we wrote then.`;
    await store.begin(async (tx) => {
      await recordAsked(tx, id, { days: 365, at: clock.now - 2000 });
      await recordAsked(tx, id, { days: 90, at: clock.now - 1000 });
      const ids = [newId(clock.now - 900), newId(clock.now - 800)];
      const values = [30, 90].map((days, n) => ({
        ...asked,
        id: ids[n]!,
        action: 'asked' as const,
        text: wordsOf(days),
        at: clock.now - 900 + n,
      }));
      await tx.insertInto('consents').values(values).execute();
    });
    const { agree } = await talentPoolLinks(store.db, id, { PUBLIC_URL: '' });
    expect((await site.inject(agree)).body).toContain(`<blockquote>${wordsOf(90)}</blockquote>`);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await site.inject({ method: 'POST', url: agree, payload: '', headers })).statusCode).toBe(200);
    const { pool_until: until } = await store.db.selectFrom('retention_consents').selectAll().executeTakeFirstOrThrow();
    expect(until).toBe(clock.now + 90 * DAY);
    const confirmed = await store.db.selectFrom('consents').selectAll().where('action', '=', 'confirmed').executeTakeFirstOrThrow();
    expect(confirmed).toMatchObject({ purpose: 'talent pool', text: wordsOf(90), text_version: '2025-01' });
  });
});
