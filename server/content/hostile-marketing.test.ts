import { describe, expect, test } from 'vitest';
import * as calls from '../../contract/calls/desk/campaign-calls.ts';
import * as contentCalls from '../../contract/calls/desk/content-calls.ts';
import * as previewCalls from '../../contract/calls/desk/preview-calls.ts';
import { newCampaignPage, campaignFaults } from '../../contract/campaigns.ts';
import type { CampaignPage } from '../../contract/campaign-page.ts';
import { fieldFault, type ContentField } from '../../contract/content-fields.ts';
import { freshStore } from '../store/store.testing.ts';
import { answer, testDesk, type SignedIn } from '../testing/desk.testing.ts';

/** What somebody who has an account with the role Marketing and means harm may type, and where their links may lead. */

const checks = { isPage: (path: string) => path === '/contacts', forbidden: ['guaranteed'] };
const link: ContentField = { path: 'home.more.href', kind: 'link', shipped: '/contacts', longest: 300 };
const text: ContentField = { path: 'home.text', kind: 'paragraph', shipped: 'Words of ours.', longest: 300 };

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://site.example/1',
  'file:///etc/passwd',
  'http://www.example.com/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  'https:evil.example',
  'https:///evil.example',
  'https://www.company.example@evil.example/',
  'https://user:secret@evil.example/',
  'https://evil.example\\@www.company.example',
  'https://аррӏе.com/',
  'https://www.ｃompany.example/',
  'https://company。example/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://2130706433/',
  'https://localhost/',
  'https://www.example.com/"onmouseover="alert(1)',
  'https://www.example.com/<script>',
  'mailto:a@b.example?bcc=all@evil.example',
  'mailto:a@b.example%0ABcc:all@evil.example',
  'mailto:a@b.example,c@evil.example',
  'tel:+39;phone-context=evil',
])('no link, and no link within a text, leads to %s', (address) => {
  expect(fieldFault(link, address, checks)).toBeDefined();
  // With brackets or spaces in it, an address makes no link within a text: the text is shown as it is written.
  if (!/[()\s]/.test(address)) expect(fieldFault(text, `[Press](${address})`, checks)).toBeDefined();
});

test.each([
  'https://www.example.com',
  'https://example.co.uk:8443/a?b=c&d=%20#e',
  'https://xn--bcher-kva.example/',
  'mailto:ada.l+x@b.example',
  'tel:+39-02-1234567',
  '/contacts',
])('a link leads to %s', (address) => expect(fieldFault(link, address, checks)).toBeUndefined());

test.each([
  ['a mark of the editor', '\uE000home.title\uE001x\uE002'],
  ['another private letter', '\u{F0000}'],
  ['letters that are turned', '\u202Edetnaraug'],
  ['turned letters in a frame', 'a\u2066b\u2069'],
  ['a letter without width', 'guar\u200Banteed'],
  ['a soft hyphen', 'guar\u00ADanteed'],
  ['a joiner', 'guar\u2060anteed'],
  ['a mark of the order of bytes', '\uFEFFguaranteed'],
  ['tags that nobody sees', 'Words\u{E0067}\u{E007F}'],
  ['half a letter', 'a\uD800b'],
  ['a line of another kind', 'a\u2028b'],
  ['a control', 'a\u0000b'],
  ['a line of a header', 'Subject\r\nBcc: all@evil.example'],
  ['letters of two alphabets in a word', 'guаranteed'],
  ['a claim in wide letters', 'ｇｕａｒａｎｔｅｅｄ'],
  ['a claim in large letters', 'GUARANTEED'],
])('no text has %s', (_, value) => {
  expect(fieldFault(text, value, checks)).toBeDefined();
  expect(fieldFault({ ...text, kind: 'line' }, value, checks)).toBeDefined();
});

test('no word is so long that a phone has no room for it, but for an address behind a link', () => {
  expect(fieldFault({ ...text, longest: 2000 }, `See ${'W'.repeat(500)}.`, checks)).toBe(
    'Divide “WWWWWWWWWWWW…”: a phone has no room for a word of 500 letters',
  );
  for (const value of [
    'Rechtsschutzversicherungsgesellschaften',
    `See [it](https://www.example.com/${'a'.repeat(60)}).`,
    '予測'.repeat(40),
  ])
    expect(fieldFault(text, value, checks)).toBeUndefined();
});

test('a text may be in any alphabet, and a paragraph of a campaign has lines', () => {
  for (const value of ['Прогнозы', 'تحليل', 'בדיקה', '予測', 'βeta and αlpha', 'Family 👩‍👩‍👧', 'Zürich, naïve, Łódź'])
    expect([value, fieldFault(text, value, checks)]).toEqual([value, undefined]);
  expect(fieldFault({ ...text, shipped: '' }, 'One.\n\nTwo.', checks)).toBeUndefined();
});

test('a closed campaign leads to no other site, and its times are in a calendar', async () => {
  const page = (more: Partial<CampaignPage>) => ({ ...newCampaignPage('x', 'X', ['hero', 'form']), ...more });
  const isPage = () => true;
  for (const afterwards of ['https://evil.example', 'mailto:a@b.example', '//evil.example', '/\\evil.example'])
    expect(
      campaignFaults(page({ afterwards }), { ...checks, isPage: (path) => path === '/contacts', campaignAt: () => undefined }),
    ).toHaveProperty('afterwards');
  expect(campaignFaults(page({ afterwards: '/insights' }), { ...checks, isPage, campaignAt: () => undefined })).not.toHaveProperty(
    'afterwards',
  );
  const { ada, campaign, change } = await setUp();
  for (const at of [1e300, 8.64e15, -1]) {
    expect((await change({ what: 'opensAt', at })).statusCode).toBe(422);
    expect((await ada.call(calls.publishCampaignCall, { campaign, revision: 1, at })).statusCode).toBe(422);
    expect((await ada.call(contentCalls.publishContent, { draft: 'x', revision: 1, at })).statusCode).toBe(422);
  }
});

describe('a draft', () => {
  test('has a name and texts that are read as they are', async () => {
    const { ada, campaign, change } = await setUp();
    for (const name of ['a\u202Eb', 'a\nb', 'guаranteed', '\uE000x'])
      expect([name, (await ada.call(calls.beginCampaignCall, { name, from: { template: 'empty' } })).statusCode]).toEqual([name, 422]);
    expect((await ada.call(contentCalls.openContentDraft, { title: 'a\u2066b' })).statusCode).toBe(422);
    for (const value of ['\uE000"><b>\uE001x', '\u202Ex', 'a\r\nb'])
      expect((await change({ what: 'text', section: 's1', name: 'title', value, seen: 'What this is about' })).statusCode).toBe(409);
    expect((await change({ what: 'head', name: 'path', value: '/a\n/b', seen: `/${campaign}` })).statusCode).toBe(409);
  });

  test('is shown by a link that nobody guesses, and that says nothing of why it does not work', async () => {
    const { ada, campaign, site, clock, context } = await setUp();
    const { url } = await answer(ada, previewCalls.makePreview, { of: `campaign ${campaign}` });
    const { pathname } = new URL(url);
    expect(pathname).toMatch(/^\/preview\/[\w-]{43}$/);
    const ended = async (path: string) => {
      const { statusCode, body, headers } = await site.inject(path);
      return [statusCode, body, headers['content-security-policy']];
    };
    const none = await ended('/preview/none');
    expect(none[0]).toBe(404);
    const head = pathname.slice(0, -1);
    const guesses = [head, `${pathname}x`, `${head}_-`, pathname.toUpperCase(), `${pathname.slice(0, 20)}%00`];
    for (const guess of guesses) expect([guess, (await ended(guess))[0]]).toEqual([guess, 404]);
    clock.now += context.settings.PREVIEW_DAYS * 86_400_000;
    expect(await ended(pathname)).toEqual(none);
  });
});

async function setUp() {
  const set = await testDesk(await freshStore());
  const ada: SignedIn = await set.signedIn('marketing');
  const { campaign } = await answer(ada, calls.beginCampaignCall, { name: 'Autumn', from: { template: 'empty' } });
  const change = (one: calls.CampaignChange) => ada.call(calls.changeCampaign, { campaign, change: one });
  return { ...set, ada, campaign, change };
}
