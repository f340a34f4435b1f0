import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as calls from '../../contract/calls/desk/campaign-calls.ts';
import * as previewCalls from '../../contract/calls/desk/preview-calls.ts';
import { campaignPathFault } from '../../contract/campaigns.ts';
import { soundAnswers } from '../../contract/forms/sound-answers.testing.ts';
import { campaignForm } from '../../contract/forms/campaign.ts';
import { freshStore, testOnStores } from '../store/store.testing.ts';
import { answer, testDesk, type SignedIn } from '../testing/desk.testing.ts';

async function setUp(env: Record<string, string> = {}) {
  const set = await testDesk(await freshStore(), env);
  const { context, site } = set;
  const begin = async (who: SignedIn, name = 'Autumn webinar', template: 'event' | 'empty' = 'empty') =>
    (await answer(who, calls.beginCampaignCall, { name, from: { template } })).campaign;
  const change = (who: SignedIn, campaign: string, one: calls.CampaignChange) => who.call(calls.changeCampaign, { campaign, change: one });
  const describeIt = async (who: SignedIn, campaign: string) => {
    await change(who, campaign, { what: 'head', name: 'description', value: 'What it is about.', seen: '' });
    for (const [name, value] of [
      ['title', 'A headline'],
      ['lead', 'A lead.'],
    ] as const) {
      const { page } = await answer(who, calls.readCampaign, { campaign });
      await change(who, campaign, { what: 'text', section: 's1', name, value, seen: page.sections[0]?.texts[name] ?? '' });
    }
  };
  const publish = async (who: SignedIn, campaign: string, at?: number) => {
    const { draft } = await answer(who, calls.readCampaign, { campaign });
    return who.call(calls.publishCampaignCall, { campaign, revision: draft?.revision ?? 0, ...(at !== undefined && { at }) });
  };
  const published = async (who: SignedIn, name?: string) => {
    const campaign = await begin(who, name);
    await describeIt(who, campaign);
    expect((await publish(who, campaign)).json()).toMatchObject({ version: expect.any(Number) as number });
    return campaign;
  };
  const get = (url: string, headers = {}) => site.inject({ url, headers });
  const leads = () => context.store.db.selectFrom('leads').selectAll().orderBy('created_at').execute();
  return { ...set, begin, change, describeIt, publish, published, get, leads };
}

const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };

function encoded(answers: Record<string, string>): string {
  return new URLSearchParams(answers).toString();
}

const person = { name: 'Ada', surname: 'Lovelace', email: 'ada@example.com' };

describe('campaign pages', () => {
  testOnStores('are drafts until they are published, lead back to any version, and can be taken off', async () => {
    const { signedIn, begin, change, describeIt, publish, get, context } = await setUp();
    const ada = await signedIn('marketing');
    const campaign = await begin(ada);
    expect(campaign).toBe('autumn-webinar');
    expect((await publish(ada, campaign)).json()).toMatchObject({
      errors: { description: 'Enter a text', 's1.title': 'Write your own words here', 's1.lead': 'Write your own words here' },
    });
    await describeIt(ada, campaign);
    expect((await get('/autumn-webinar')).statusCode).toBe(404);
    expect((await publish(ada, campaign)).json()).toEqual({ version: 1 });
    const first = await get('/autumn-webinar/?utm_source=mail');
    expect([first.statusCode, first.body.includes('Autumn webinar open 1')]).toEqual([200, true]);
    expect((await get('/autumn-webinar', { 'if-none-match': first.headers.etag })).statusCode).toBe(304);
    expect((await get('/autumn-webinar/sent')).statusCode).toBe(200);

    await answer(ada, calls.reopenCampaignCall, { campaign });
    await change(ada, campaign, { what: 'text', section: 's1', name: 'title', value: 'Another headline', seen: 'A headline' });
    await publish(ada, campaign);
    expect((await get('/autumn-webinar')).body).toContain('Another headline');
    await answer(ada, calls.reopenCampaignCall, { campaign, version: 1 });
    await publish(ada, campaign);
    expect((await get('/autumn-webinar')).body).toContain('A headline');

    await answer(ada, calls.reopenCampaignCall, { campaign });
    await change(ada, campaign, { what: 'removed', on: true });
    await publish(ada, campaign);
    expect((await get('/autumn-webinar')).statusCode).toBe(404);
    expect((await answer(ada, calls.listCampaigns, {})).campaigns).toMatchObject([{ state: 'removed', draft: null }]);
    for (const doing of ['update campaign_versions set name = 1', 'delete from campaign_versions'])
      await expect(sql.raw(doing).execute(context.store.db)).rejects.toThrow();
  });

  testOnStores('take forms with the questions that were asked, with and without scripts, also once they have closed', async () => {
    const { signedIn, change, publish, published, site, leads, get } = await setUp();
    const ada = await signedIn('marketing');
    const campaign = await published(ada);
    const section = 's2';
    const api = (asked: number, answers: object) =>
      site.inject({ method: 'POST', url: `/www/forms/campaign_${campaign}?asked=${asked}`, payload: answers });
    const plain = (asked: number, answers: Record<string, string>) =>
      site.inject({ method: 'POST', url: `/form/campaign_${campaign}?asked=${asked}`, headers: form, payload: encoded(answers) });
    expect((await plain(1, { ...person, email: 'ada' })).body).toContain('Invalid email address');
    const sent = await plain(1, person);
    expect([sent.statusCode, sent.headers.location]).toEqual([303, '/autumn-webinar/sent']);

    await answer(ada, calls.reopenCampaignCall, { campaign });
    await change(ada, campaign, { what: 'question', section, question: 'phone', use: 'required' });
    await publish(ada, campaign);
    // A question that was added later is not required of somebody who still has the former page open.
    expect((await plain(1, { ...person, email: 'late@example.com' })).statusCode).toBe(303);
    expect((await plain(2, person)).body).toContain('Invalid phone number');

    await answer(ada, calls.reopenCampaignCall, { campaign });
    await change(ada, campaign, { what: 'removed', on: true });
    await publish(ada, campaign);
    expect((await plain(2, { ...person, phone: '+39 02 1234567' })).statusCode).toBe(303);
    expect((await get(`/form/campaign_${campaign}`)).statusCode).toBe(303);
    expect((await api(3, person)).json()).toMatchObject({ errors: { phone: 'Invalid phone number' } });
    expect((await api(1, person)).statusCode).toBe(201);
    const stored = await leads();
    expect(stored.map((lead) => [lead.caller, lead.form, lead.form_version])).toEqual([
      ['campaign_autumn-webinar', 'campaign', 1],
      ['campaign_autumn-webinar', 'campaign', 1],
      ['campaign_autumn-webinar', 'campaign', 2],
      ['campaign_autumn-webinar', 'campaign', 1],
    ]);
  });

  test('stay drafts where the time of their publication is past, unless it passes while somebody presses', async () => {
    const { signedIn, begin, describeIt, publish, clock } = await setUp();
    const ada = await signedIn('marketing');
    const campaign = await begin(ada);
    await describeIt(ada, campaign);
    const refused = await publish(ada, campaign, clock.now - 365 * 24 * 3_600_000);
    expect([refused.statusCode, refused.json()]).toMatchObject([422, { errors: { at: 'This time is past' } }]);
    expect((await answer(ada, calls.listCampaigns, {})).campaigns).toMatchObject([{ published: null, draft: { publishAt: null } }]);
    expect((await publish(ada, campaign, clock.now - 60_000)).json()).toEqual({ version: 1 });
  });

  test('open and close by the clock, and lead elsewhere or say so afterwards', async () => {
    const { signedIn, begin, change, describeIt, publish, get, clock, context } = await setUp();
    const ada = await signedIn('marketing');
    const campaign = await begin(ada);
    await describeIt(ada, campaign);
    await change(ada, campaign, { what: 'opensAt', at: clock.now + 1000 });
    await change(ada, campaign, { what: 'closesAt', at: clock.now + 3000 });
    await change(ada, campaign, { what: 'indexed', on: true });
    await publish(ada, campaign);
    const shown = async (after: number) => {
      clock.now += after;
      await context.refreshWords();
      const { statusCode, headers, body } = await get('/autumn-webinar');
      return [statusCode, headers.location ?? /(?:open|closed) \d/.exec(body)?.[0]];
    };
    expect(await shown(0)).toEqual([404, undefined]);
    expect(context.shownCampaigns.listed()).toEqual([]);
    expect(await shown(1000)).toEqual([200, 'open 1']);
    expect(context.shownCampaigns.listed()).toEqual(['/autumn-webinar']);
    expect(await shown(2000)).toEqual([410, 'closed 1']);
    await answer(ada, calls.reopenCampaignCall, { campaign });
    await change(ada, campaign, { what: 'head', name: 'afterwards', value: '/insights', seen: '' });
    await publish(ada, campaign, clock.now + 5000);
    expect(await shown(5000)).toEqual([302, '/insights']);
  });

  test('are refused at addresses of the site, at that of another campaign, and where the path is none', async () => {
    const { signedIn, begin, change, published, publish, describeIt } = await setUp();
    const ada = await signedIn('marketing');
    await published(ada);
    const campaign = await begin(ada, 'Winter');
    await describeIt(ada, campaign);
    await change(ada, campaign, { what: 'head', name: 'path', value: '/autumn-webinar', seen: '/winter' });
    expect((await publish(ada, campaign)).json()).toMatchObject({ errors: { path: 'The campaign “Autumn webinar” is at this address' } });
    for (const path of [
      '/',
      '/insights',
      '/insights/x',
      '/api/x',
      '/form/x',
      '/verify',
      '/assets/x',
      '/x/sent',
      '/X',
      '/a//b',
      '/../a',
      '/a.b',
      '//evil.example',
      '/a?b',
      '/%61',
      `/${'a'.repeat(60)}`,
    ])
      expect([path, campaignPathFault(path)]).toEqual([path, expect.any(String)]);
    expect((await ada.call(calls.beginCampaignCall, { name: 'Autumn  Webinar!', from: { template: 'empty' } })).statusCode).toBe(422);
    expect((await ada.call(calls.beginCampaignCall, { name: '…', from: { template: 'empty' } })).statusCode).toBe(422);
  });

  test('cannot take the first part of any address that the server answers', async () => {
    const { site } = await setUp();
    const routes = site.printRoutes({ commonPrefix: false });
    const first = [...routes.matchAll(/^ {4}[├└]── ([a-z][a-z0-9-]*)(?=[ /])/gm)].map(([, name = '']) => name);
    expect(first.length).toBeGreaterThan(20);
    expect(first.filter((name) => campaignPathFault(`/${name}/x`) === undefined)).toEqual([]);
  });

  test('have no script, no link of a script and no claim of a writer who means harm', async () => {
    const { signedIn, begin, change, describeIt, publish } = await setUp();
    const ada = await signedIn('marketing');
    const campaign = await begin(ada);
    await describeIt(ada, campaign);
    const put = (name: string, value: string, seen: string) => change(ada, campaign, { what: 'text', section: 's1', name, value, seen });
    await put('href', 'javascript:alert(1)', '#form');
    await put('title', 'Guaranteed gains', 'A headline');
    await put('lead', 'See __ORIGIN__ and [insights-html]', 'A lead.');
    expect(Object.keys((await publish(ada, campaign)).json<{ errors: object }>().errors)).toEqual(['s1.title', 's1.lead', 's1.href']);
    expect((await change(ada, campaign, { what: 'text', section: 's1', name: '__proto__', value: 'x', seen: '' })).statusCode).toBe(409);
    expect((await change(ada, campaign, { what: 'text', section: 's9', name: 'title', value: 'x', seen: '' })).statusCode).toBe(409);
  });

  test('are published by a second person where that is asked, and nobody overwrites a colleague unseen', async () => {
    const { signedIn, begin, change, describeIt, publish } = await setUp({ FOUR_EYES: 'on' });
    const [ada, ben, sales] = [await signedIn('marketing'), await signedIn('marketing'), await signedIn('sales')];
    const campaign = await begin(ada);
    await describeIt(ada, campaign);
    expect((await publish(ada, campaign)).statusCode).toBe(403);
    const other = await change(ben, campaign, { what: 'head', name: 'description', value: 'Mine', seen: '' });
    expect([other.statusCode, other.json()]).toMatchObject([409, { detail: 'A colleague changed this meanwhile, to: What it is about.' }]);
    expect((await publish(ben, campaign)).statusCode).toBe(200);
    expect((await sales.call(calls.listCampaigns, {})).statusCode).toBe(403);
  });

  test('keep their sections in order, each kind once but texts and cards', async () => {
    const { signedIn, begin, change } = await setUp();
    const ada = await signedIn('marketing');
    const campaign = await begin(ada, 'Autumn webinar', 'event');
    await change(ada, campaign, { what: 'add', kind: 'papers', after: 's1' });
    expect((await change(ada, campaign, { what: 'add', kind: 'form', after: null })).statusCode).toBe(409);
    await change(ada, campaign, { what: 'move', section: 's4', by: -1 });
    await change(ada, campaign, { what: 'remove', section: 's2' });
    const { page } = await answer(ada, calls.readCampaign, { campaign });
    expect(page.sections.map(({ key, kind }) => `${key} ${kind}`)).toEqual(['s1 hero', 's5 papers', 's4 form', 's3 cards']);
  });
});

test('the form of a campaign asks what its page chose', () => {
  const declared = campaignForm(7, { role: 'required', netWorth: 'required', company: 'required' });
  expect(declared.fields.map(({ field }) => field)).toEqual(['name', 'surname', 'email', 'role', 'otherRole', 'netWorth', 'company']);
  expect(soundAnswers(declared, person)).toMatchObject(person);
});

testOnStores('a preview link shows a draft to anybody who has it, until it ends, and gives away nothing else', async () => {
  const { signedIn, begin, change, site, clock, context } = await setUp();
  const ada = await signedIn('marketing');
  const campaign = await begin(ada);
  await change(ada, campaign, { what: 'head', name: 'title', value: '<script>alert(1)</script>', seen: 'Autumn webinar' });
  const of = `campaign ${campaign}`;
  const { url } = await answer(ada, previewCalls.makePreview, { of });
  const path = new URL(url).pathname;
  const shown = await site.inject({ url: path, headers: { cookie: ada.cookie } });
  expect([shown.statusCode, shown.body.includes('<strong>Preview.</strong>'), shown.body.includes('<script')]).toEqual([200, true, false]);
  expect(shown.headers).toMatchObject({ 'x-robots-tag': expect.stringContaining('noindex') as string, 'cache-control': 'no-store' });
  expect(shown.headers['set-cookie']).toBeUndefined();
  expect(shown.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  expect((await site.inject(`${path.slice(0, -1)}_`)).statusCode).toBe(404);
  const rows = await context.store.db.selectFrom('preview_links').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(path.split('/').at(-1));
  const [first] = (await answer(ada, previewCalls.listPreviews, { of })).previews;
  await answer(ada, previewCalls.revokePreview, { id: first?.id ?? '' });
  expect((await site.inject(path)).statusCode).toBe(404);
  const { url: other } = await answer(ada, previewCalls.makePreview, { of });
  const leaving = await signedIn('marketing');
  const { url: theirs } = await answer(leaving, previewCalls.makePreview, { of });
  expect((await site.inject(new URL(theirs).pathname)).statusCode).toBe(200);
  await context.store.db.updateTable('staff_accounts').set({ state: 'revoked' }).where('id', '=', leaving.accountId).execute();
  expect((await site.inject(new URL(theirs).pathname)).statusCode).toBe(404);
  expect((await answer(ada, previewCalls.listPreviews, { of })).previews).toHaveLength(1);
  clock.now += context.settings.PREVIEW_DAYS * 86_400_000;
  expect((await site.inject(new URL(other).pathname)).statusCode).toBe(404);
  expect((await (await signedIn('sales')).call(previewCalls.makePreview, { of })).statusCode).toBe(403);
});
