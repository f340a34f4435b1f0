import { onTestFinished } from 'vitest';
import { shippedSign } from '../../contract/company-sign.ts';
import { contentFieldsOf, type Words } from '../../contract/content-fields.ts';
import { listOf } from '../../contract/content-lists.ts';
import { contactForms } from '../../contract/forms/contact.ts';
import { soundAnswers } from '../../contract/forms/sound-answers.testing.ts';
import { insightsMarks } from '../../contract/insights-page.ts';
import { meetingLine, meetingMarks, meetingParts } from '../../contract/meeting-page.ts';
import {
  AGREED_PLACEHOLDER,
  editionMarks,
  NEXT_PLACEHOLDER,
  MORE_MARK,
  moreMarks,
  REQUEST_MARK,
  requestMarks,
  TOKEN_PLACEHOLDER,
} from '../../contract/page-marks.ts';
import { pages } from '../../contract/pages.ts';
import { createApp, type AppOptions } from '../compose/app.ts';
import { createRateLimits } from '../http/rate-limits.ts';
import { publishSoundCampaigns } from '../content/campaign-faults.ts';
import { renderCampaignText } from '../content/campaign-text.testing.ts';
import { showCampaigns } from '../content/shown-campaigns.ts';
import { currentWords, shownValues } from '../content/words.ts';
import { escapeHtml } from '../http/fill-placeholders.ts';
import type { BuiltPage, LoadedSite, Site } from '../http/site.ts';
import { etagOf } from '../http/resource.ts';
import type { AppContext } from '../compose/app-context.ts';
import { ownFields } from '../compose/own-fields.ts';
import { leadContext } from '../compose/lead-parts.ts';
import type { Posting } from '../../contract/posting.ts';
import type { RenderCareers } from '../recruiting/positions/position-pages.ts';
import { renderReport } from '../reports/report-pdf.ts';
import { followingSettings } from '../settings/company-settings.ts';
import { readSettings, type Settings } from '../settings/settings.ts';
import { fileSettings, openFiles } from '../files/files.ts';
import type { Store } from '../store/store.ts';
import { silent } from '../store/store.testing.ts';

type TestOptions = AppOptions & Pick<AppContext, 'fetchText'>;

/** The application over a store, closed when the test has finished. */
export async function testApp(...given: Parameters<typeof sharedApp>) {
  const made = await sharedApp(...given);
  onTestFinished(() => made.app.close());
  return made;
}

/** As testApp, for several tests, which close it. */
export async function sharedApp(store: Store, env: Record<string, string> = {}, { fetchText, ...options }: TestOptions = {}) {
  const clock = { now: Date.UTC(2026, 10, 21, 9) };
  const draining = new AbortController();
  const own = bareContent(env);
  let words: Words = {};
  const started = readSettings({ RATE_LIMIT: 'off', SHORT_RECORDS: 'Records of tests are short.', ...env });
  const settings: Settings = followingSettings(started, env, () => words);
  const site = bareSite();
  const shownCampaigns = showCampaigns({
    store,
    site,
    render: renderCampaignText,
    words: () => ({ number: 0, words: {} }),
    publishDue: (now) => publishSoundCampaigns(store, { site, settings }, now),
    now: () => clock.now,
    log: silent,
  });
  const context: AppContext = {
    settings,
    store,
    files: openFiles({ ...fileSettings(settings), store, log: silent, now: () => clock.now }),
    ...leadContext(store, settings),
    site,
    limits: createRateLimits(settings.RATE_LIMIT === 'on'),
    renderReport,
    // Renders the page's data as text, so that tests can read it.
    renderInsights: async (props) => `<pre>${escapeHtml(JSON.stringify(props))}</pre>`,
    renderCareers: textCareers,
    ...own,
    shownCampaigns,
    refreshWords: async () => {
      words = shownValues((await currentWords(store.db)).words, own.contentFields());
      await shownCampaigns.refresh();
    },
    readiness: [{ name: 'store', check: () => store.ready() }],
    started: () => true,
    draining: draining.signal,
    builtAt: Date.UTC(2026, 10, 20),
    ...(fetchText === undefined ? {} : { fetchText }),
    wake: () => undefined,
    now: () => clock.now,
    // What a page shows does not depend on how busy the machine is.
    pagePatience: 60_000,
  };
  const app = await createApp(context, options);
  return { app, context, clock, draining };
}

const shippedPoints = listOf({ least: 1, most: 4 }, [
  { id: 'one', title: 'One', texts: listOf({ least: 1, most: 3 }, ['First']) },
  { id: 'two', title: 'Two', texts: ['Second'] },
]);
const shippedMark = { shape: 'logo', src: '/marks/graph.svg', alt: 'A graph' };

/** Fields that staff may change: a few as if of the built site, and the server's own. No page is rendered from them. */
const bareContent = (env: Record<string, string>): Pick<AppContext, 'contentFields' | 'renderWith' | 'makePicture' | 'pictures'> => ({
  contentFields: () => {
    const fields = contentFieldsOf('home', {
      title: 'AI for Investment',
      more: { href: '/insights' },
      mark: shippedMark,
      points: shippedPoints,
    });
    const consent = contentFieldsOf('consentWords', { banner: { accept: 'Accept all' } });
    return new Map([...fields, ...consent, ...contentFieldsOf('sign', shippedSign), ...ownFields(env)].map((field) => [field.path, field]));
  },
  renderWith: renderCampaignText,
  makePicture: async () => Promise.reject(new Error('nothing is drawn here')),
  pictures: { find: async () => undefined },
});

/** A site whose pages contain their path, token, links and data as text. */
function bareSite(): Site & Pick<LoadedSite, 'preparePage' | 'add'> {
  const page = (path: string, component: string, status = 200): BuiltPage => {
    const line = (mark: string) => `<li>${mark} ${Object.values(requestMarks).join(' ')}</li>`;
    const list = path.startsWith('/verify/pick')
      ? [
          REQUEST_MARK,
          line('[x]'),
          REQUEST_MARK,
          line('[ ]'),
          REQUEST_MARK,
          MORE_MARK,
          `<i>${moreMarks.page} ${moreMarks.text}</i>`,
          MORE_MARK,
        ].join('')
      : '';
    const island = `<div data-props="${insightsMarks.props}">${insightsMarks.html}</div>`;
    const edition = `<i>${Object.values(editionMarks).join('</i><i>')}</i>`;
    const html = `<h1>${path}</h1><blockquote>${AGREED_PLACEHOLDER}</blockquote><input name="token" value="${TOKEN_PLACEHOLDER}"><a href="${NEXT_PLACEHOLDER}">on</a>${list}${component === 'insights' ? island : ''}${['getreport', 'downloads'].includes(component) ? edition : ''}${component === 'meeting' ? meetingText : ''}`;
    return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, etag: `"${path}"`, body: Buffer.from(html) };
  };
  const shown = new Map(pages.map(({ path, component }) => [path, page(path, component)]));
  return {
    pages: shown,
    preparePage: ({ html, csp }) => ({
      ...page('/', 'campaign'),
      headers: { 'content-security-policy': csp },
      etag: etagOf(Buffer.from(html)),
      body: Buffer.from(html),
    }),
    add: (more) => {
      for (const [path, one] of more) shown.set(path, one);
    },
    assets: new Map(),
    notFound: page('404', 'not-found', 404),
  };
}

/** The parts of the meeting pages, a line for each. */
const meetingText = [
  ...Object.entries(meetingParts).map(([name, { mark, looks }]) => {
    const look = (at: number) => `<li>${name} ${at}: ${Object.values(meetingLine).join(' ')}</li>`;
    return `${mark}${Array.from({ length: looks }, (_, at) => look(at) + mark).join('')}`;
  }),
  ...Object.entries(meetingMarks).map(([name, mark]) => `<p>${name}: ${mark}</p>`),
].join('\n');

export const validBodies = {
  bookademo: soundAnswers(contactForms.bookademo, {
    name: 'Ada',
    surname: 'Lovelace',
    email: 'ada@example.com',
    phone: '+39 02 1234567',
    role: 'Asset Manager',
    company: 'Analytical Engines',
  }),
  generic: soundAnswers(contactForms.generic, {
    name: 'Ada',
    surname: 'Lovelace',
    email: 'ada@example.com',
    phone: '+39 02 1234567',
    message: 'How are the figures computed?',
  }),
};

function position(slug: string, title2: string): Posting {
  const texts = { textResponsibility: ['a'], textSkills: ['b'], textPersonal: ['c'], textSoftware: ['d'], textNiceToHave: ['e'] };
  const days = { datePosted: '2026-10-01', validThrough: '2027-12-31' };
  return { slug, id: 1, title1: 'Milan | Data', title2, textIntro: 'Text', employmentType: 'FULL_TIME', ...texts, ...days };
}

export const textPostings: readonly Posting[] = [position('analyst', 'Analyst'), position('developer', 'Developer')];

/** Renders the careers pages with their data as text. */
const textCareers: RenderCareers = {
  built: async () => textPostings,
  render: async (openings) => {
    const paths = ['/careers', '/jobs', ...openings.known.map((slug) => `/jobs?position=${slug}`)];
    // As the build's renderer, which makes one when the one before is taken.
    async function* pages() {
      for (const path of paths) yield { path, html: `<h1>${path}</h1>${escapeHtml(JSON.stringify(openings))}`, csp: "default-src 'none'" };
    }
    return {
      pages: pages(),
      sitemap: openings.open.map(({ slug }) => slug).join(' '),
    };
  },
};
