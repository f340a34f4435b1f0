import { describe, expect, test } from 'vitest';
import { present } from '../../contract/checked.ts';
import * as calls from '../../contract/calls/desk/content-calls.ts';
import { fieldFault } from '../../contract/content-fields.ts';
import { companyIn } from '../../contract/company-details.ts';
import { leadJobs } from '../compose/lead-jobs.ts';
import { mailFields } from '../compose/own-fields.ts';
import { visitorMails } from '../compose/visitor-mails.ts';
import { mailFrame, mailSamples, markedMail } from '../content/mail-previews.ts';
import { previewMail } from '../content/preview-page.ts';
import { renderMail } from '../mail/render.ts';
import { readSettings } from '../settings/settings.ts';
import { freshStore } from '../store/store.testing.ts';
import { answer, testDesk } from '../testing/desk.testing.ts';

const settings = readSettings({ PUBLIC_URL: 'https://www.acme.internal' });
const samples = mailSamples(visitorMails(leadJobs), settings.PUBLIC_URL);
const fields = mailFields();
const checks = { isPage: (path: string) => path === '/insights', forbidden: [] };
const shipped = Object.fromEntries(fields.map(({ path, shipped: text }) => [path, text]));

function render({ mail, props }: (typeof samples)[number], words = {}) {
  const unsubscribe = `${settings.PUBLIC_URL}/unsubscribe?token=1`;
  return renderMail(mail, props, { ...mailFrame(settings, words), unsubscribe });
}

describe('mails to visitors in the company’s own words', () => {
  test.each(samples.map((sample) => [sample.title, sample] as const))('%s: each text is pressed where it stands', async (_, sample) => {
    const { content, policy } = previewMail(await markedMail(sample, settings, {}));
    const html = Buffer.concat(await (content as AsyncIterable<Buffer> & { toArray: () => Promise<Buffer[]> }).toArray()).toString();
    const { subject, html: sent } = render(sample);
    expect([subject, html, sent].map((text) => /\{\w+\}|[\uE000-\uE002]/.test(text))).toEqual([false, false, false]);
    expect(html).toContain(`data-words="mails.${sample.mail.kind}.`);
    expect(policy).toMatch(/^default-src 'none'/);
    expect(policy).not.toMatch(/script-src/);
  });

  test('say what the company calls a request, also before that is published', async () => {
    const words = { 'requestWords.demo.request': 'See it at work', 'requestWords.demo.confirm': 'Confirm to see it at work' };
    const changed = mailSamples(visitorMails(leadJobs), settings.PUBLIC_URL, words).find(({ path }) => path === 'mail:verification:demo');
    const { subject, html } = render(present(changed), words);
    expect([subject, html.includes('See it at work')]).toEqual(['Confirm to see it at work', true]);
  });

  test('have texts that may stand where they are', () => {
    for (const field of fields) expect(fieldFault(field, field.shipped, { ...checks, isPage: () => true }), field.path).toBeUndefined();
    expect(new Set(samples.map(({ mail }) => mail.kind)).size).toBe(8);
  });

  test.each([
    ['mails.meeting.greeting', 'Dear friend,', 'Keep {name}'],
    ['mails.meeting.meanwhile', 'See [this](javascript:alert)', 'address that begins with https://'],
    ['mails.meeting.meanwhile', 'See [this](//evil.internal)', 'address that begins with https://'],
    ['mails.verification.button', 'Open {link}', 'Leave out {link}'],
    ['mails.verification.subject', '{confirm}\r\nBcc: eve@evil.internal', 'characters that cannot be shown'],
    ['mails.all.unsubscribe', ' ', 'Enter a text'],
  ])('%s may not become “%s”', (path, text, reason) => {
    const field = fields.find((one) => one.path === path);
    expect(field && fieldFault(field, text, checks)).toContain(reason);
  });

  test.each(samples.map((sample) => [sample.title, sample] as const))(
    '%s: whatever stands in its texts, it keeps its links and its sender',
    (_, sample) => {
      const evil = '<script>alert(1)</script><a href="https://evil.internal">{</a>';
      const hostile = Object.fromEntries(Object.keys(shipped).map((path) => [path, evil]));
      const [plain, changed] = [render(sample), render(sample, hostile)];
      const linksIn = (html: string) => [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href);
      // A changed text loses the links that were within it; the links that the mail is sent for stay.
      const structural = linksIn(plain.html).filter((href) => /token=|unsubscribe|\.internal$/.test(href ?? ''));
      expect(linksIn(changed.html)).toEqual(expect.arrayContaining(structural));
      expect([changed.html.includes('<script'), linksIn(changed.html).some((href) => href?.includes('evil'))]).toEqual([false, false]);
      expect(changed.subject).not.toMatch(/[\r\n]/);
      for (const said of [companyIn({}).legalName, 'unsubscribe?token=1']) expect(changed.html).toContain(said);
      expect(changed.text).toContain('unsubscribe?token=1');
    },
  );

  test('say what was published when they are made, in words and as HTML, and link to the site', () => {
    const sample = samples.find(({ path }) => path === 'mail:meeting:times by reply');
    const words = {
      'mails.meeting.subject': 'A talk',
      'mails.meeting.meanwhile': 'Read [our figures](/insights).',
      'company.name': 'Aurora',
    };
    const { subject, html, text } = render(present(sample), words);
    expect(subject).toBe('A talk');
    expect(html).toContain('<a href="https://www.acme.internal/insights"');
    expect(text).toContain('our figures <https://www.acme.internal/insights>');
  });

  test('are tried by a mail to whoever asks, with the texts of the draft', async () => {
    const { signedIn, context } = await testDesk(await freshStore());
    const mark = await signedIn('marketing');
    const { draft } = await answer(mark, calls.openContentDraft, { title: 'Mails' });
    const page = 'mail:meeting:times by reply';
    await answer(mark, calls.tryContentMail, { draft, page });
    expect((await mark.call(calls.tryContentMail, { draft, page: 'mail:none:x' })).statusCode).toBe(404);
    const jobs = await context.store.db.selectFrom('jobs').select(['name', 'payload']).where('name', '=', 'content.try-mail').execute();
    expect(jobs.map(({ payload }) => JSON.parse(payload) as unknown)).toEqual([{ draft, page, account: mark.accountId }]);
  });
});
