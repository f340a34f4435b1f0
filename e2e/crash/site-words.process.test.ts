import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { ContentField, Words } from '../../contract/content-fields.ts';
import { sectionKinds } from '../../contract/campaign-page.ts';
import { newCampaignPage } from '../../contract/campaigns.ts';
import { renderThread, type WeighedPage } from '../../server/content/render-thread.ts';
import { showMarks } from '../../server/content/mark-texts.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

const dist = join(import.meta.dirname, '../../dist');
const render = renderThread(pathToFileURL(join(dist, 'server/render.js')), dist);
const fields = JSON.parse(readFileSync(join(dist, 'render/content.json'), 'utf8')) as ContentField[];
const textOf = (html: string) =>
  html
    .replaceAll(/<(script|style)\b.*?<\/\1>/gs, '')
    .replaceAll(/&#x27;|&#39;/g, "'")
    .replaceAll('&amp;', '&');

test('without words of staff, the thread renders every page byte by byte as the build does', async () => {
  expect(await render({}, { kind: 'changed' })).toEqual([]);
});

test('every text that a page shows can be changed: none of what ships is left, and each page keeps its policy', async () => {
  const long = fields.filter(({ kind, shipped }) => kind === 'paragraph' && !/[{[]|__/.test(String(shipped)));
  expect(long.length).toBeGreaterThan(100);
  const words: Words = Object.fromEntries(long.map(({ path }, at) => [path, `Other words, number ${at}.`]));
  const pages = await render(words, { kind: 'changed' });
  const all = textOf(pages.map(({ html }) => html).join('\n'));
  const shown = long.filter((_, at) => all.includes(`Other words, number ${at}.`));
  // The other texts are words of dialogs and states, which code draws in the browser.
  expect(shown.length).toBeGreaterThan(long.length * 0.8);
  expect(shown.filter(({ shipped }) => all.includes(String(shipped))).map(({ path }) => path)).toEqual([]);
  for (const { path, html, csp } of pages) {
    const scripts = [...html.matchAll(/<script type="application\/json" id="words">([^<]*)<\/script>/g)];
    expect([path, scripts.length <= 1]).toEqual([path, true]);
    for (const [, json = ''] of scripts) expect(Object.keys(JSON.parse(json) as Words).every((name) => name in words)).toBe(true);
    expect(csp).not.toContain('unsafe');
  }
});

everyEighthRun(test, 4)('a text with signs of HTML stays a text, in pages and where code reads it', async () => {
  const evil = '</script><script>alert(1)</script>';
  const style = '"}</style><style>*{display:none}';
  const company = { 'company.name': evil, 'company.description': evil, 'company.legalName': style, 'company.offices.0.street': style };
  const words = { ...company, 'home.hero.lead': evil, 'contacts.again': evil, 'heads./about.title': evil, 'slides.0.alt': `"><img src=x>` };
  const pages = await render(words, { kind: 'changed' });
  expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(['/', '/contacts', '/about', '/cognitivepro']));
  const count = (html: string, sign: string) => html.split(sign).length;
  for (const { path, html } of pages) {
    expect([path, html.includes('<script>alert'), html.includes('<style>*'), html.includes('<img src=x')]).toEqual([
      path,
      false,
      false,
      false,
    ]);
    expect([path, count(html, '<style'), count(html, '<script')]).toEqual([path, count(html, '</style>'), count(html, '</script>')]);
  }
});

/** Harmful markup, put into every text and link as if nothing had checked it. */
const HARM = `</title></textarea></style></script>"'><svg onload=alert(1)><img src=x onerror=alert(1)><base href=//evil.example>--><!--`;
const elements = (html: string) =>
  [...html.matchAll(/<(\/?[a-z][a-z0-9-]*)([^<>]*)>/gi)].map(
    ([, name = '', rest = '']) => name + (/\son\w+\s*=/i.test(rest.replaceAll(/"[^"]*"/g, '')) ? ' with a handler' : ''),
  );
const countsOf = (html: string) =>
  Object.entries(Object.groupBy(elements(html), (name) => name))
    .map(([name, all]) => `${name} ${all?.length}`)
    .toSorted();
const policyOf = (csp: string) => csp.replaceAll(/style-src [^;]*/g, '');
const isRead = ({ kind, shipped }: ContentField) =>
  !['number', 'picture', 'list', 'setting', 'choice'].includes(kind) && !/[{[]|__|\.invalid/.test(String(shipped));

everyEighthRun(test, 5)(
  'every text at once with words of harm makes no element, no handler, no address of a script, and no other policy',
  async () => {
    const texts = fields.filter(isRead);
    const words = (value: string, href: string): Words =>
      Object.fromEntries(texts.map(({ path, kind }) => [path, kind === 'link' ? href : value]));
    const [harmed, plain] = await Promise.all(
      [words(HARM, 'javascript:alert(1)'), words('Words', '/about')].map((one) => render(one, { kind: 'changed' })),
    );
    expect(harmed!.length).toBeGreaterThan(20);
    for (const { path, html, csp } of harmed!) {
      const other = plain!.find((page) => page.path === path)!;
      expect([path, countsOf(html)]).toEqual([path, countsOf(other.html)]);
      expect([path, policyOf(csp)]).toEqual([path, policyOf(other.csp)]);
      expect([path, /(?:href|src|action)="?javascript:alert/i.test(html), html.includes('<base')]).toEqual([path, false, false]);
    }
  },
);

test('the draft of a campaign, whatever is typed into it, is text', async () => {
  const views = ['open', 'closed', 'sent', 'refused'] as const;
  const of = (value: string, href: string): Parameters<typeof render>[1] => {
    const page = newCampaignPage('autumn', 'Autumn', sectionKinds);
    const sections = page.sections.map((section) => ({
      ...section,
      texts: Object.fromEntries(Object.keys(section.texts).map((name) => [name, name === 'href' ? href : value])),
    }));
    const head = { path: value, title: value, description: value, closedTitle: value, closedText: value };
    return { kind: 'campaign', campaign: { caller: 'campaign_autumn', number: 1, page: { ...page, ...head, sections } }, views };
  };
  const [harmed, plain] = await Promise.all(
    [of(HARM, 'javascript:alert(1)'), of('Words', '/about')].map((task) => render({}, task) as Promise<WeighedPage[]>),
  );
  for (const [at, { html, csp }] of harmed!.entries()) {
    expect([views[at], countsOf(html)]).toEqual([views[at], countsOf(plain![at]!.html)]);
    expect(policyOf(csp)).toBe(policyOf(plain![at]!.csp));
    expect(/(?:href|src|action)="?javascript:alert/i.test(html)).toBe(false);
  }
});

everyEighthRun(test, 6)('a page in the editor has each text marked by its path, and no mark is left in it', async () => {
  for (const path of ['/', '/about', '/contacts', '/cognitivepro', '/insights', '/careers', '/cookies', '/privacy']) {
    const page = await render({}, { kind: 'marked', path });
    const html = showMarks(page!.html);
    expect([path, /[\uE000-\uE002]/.test(html)]).toEqual([path, false]);
    const marked = [...html.matchAll(/data-words="([^"]+)"/g)].map(([, name]) => name);
    expect(marked.length, path).toBeGreaterThan(5);
    const known = new Set(fields.map((field) => field.path));
    expect(marked.filter((name) => !known.has(name!))).toEqual([]);
  }
  const home = showMarks((await render({}, { kind: 'marked', path: '/' }))!.html);
  expect(home).toMatch(/<h1[^>]*><span data-words="home\.hero\.title">AI for Investment<\/span><\/h1>/);
});

everyEighthRun(test, 3)('lists and pictures of staff are rendered as those that ship: with their files, hints and marks', async () => {
  expect(await render({ 'about.chapters': 'list:0,1,2', 'slides.1.src': 'my-portfolios' }, { kind: 'changed' })).toEqual([]);
  const [id, added] = ['0123456789abcdef0123456789abcdef', 'kabc1234'];
  const words: Words = {
    'about.chapters': `list:2,${added}`,
    [`about.chapters.${added}.title`]: 'A chapter of our own',
    'slides.0.src': `${id}:wide=960,1920@600:phone=390@640`,
    'social.cognitivepro.src': `${id}:card=1200@630`,
    'featured.marks.0.src': `${id}:mark=120,240@48`,
  };
  const pages = await render(words, { kind: 'changed' });
  const html = (path: string) => pages.find((page) => page.path === path)!.html;
  const titles = [...html('/about').matchAll(/<h2 class="h3">([^<]*)</g)].map(([, title]) => title);
  expect(titles.slice(0, 2)).toEqual(['What the machine does, and what you do', 'A chapter of our own']);
  const found = (path: string, ...parts: string[]) =>
    expect([path, parts.filter((part) => !html(path).includes(part))]).toEqual([path, []]);
  found(
    '/cognitivepro',
    `fetchPriority="high" imageSrcSet="/media/${id}-phone-390.avif 390w"`,
    `fetchPriority="high" imageSrcSet="/media/${id}-wide-960.avif 960w, /media/${id}-wide-1920.avif 1920w"`,
    `src="/media/${id}-wide-960.webp"`,
    `/media/${id}-card-1200.jpg"/><meta property="og:image:width"`,
  );
  found('/', `src="/media/${id}-mark-120.webp" srcSet="/media/${id}-mark-240.webp 2x" alt="The Ledger Review" width="120" height="48"`);
  const marked = showMarks((await render(words, { kind: 'marked', path: '/about' }))!.html);
  for (const key of [added, '2']) expect([key, marked.includes(`data-words="about.chapters.${key}.title"`)]).toEqual([key, true]);
});
