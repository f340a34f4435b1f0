import { expect, test } from '@playwright/test';
import { accessibilityFaults } from '../fixtures/accessibility.ts';
import { openDesk } from '../fixtures/desk-page.ts';
import { startServer } from '../fixtures/server.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="48"><script>alert(1)</script><path d="M0 0h120v48z"/></svg>';

everyEighthRun(test, 6)(
  'words that one writes on the page and another publishes are what visitors read, also after a kill',
  async ({ browser }) => {
    const desk = await openDesk(browser, { env: { FOUR_EYES: 'on' } });
    const { page: ada, server } = desk;
    const visitors = await browser.newContext({ baseURL: server.url });
    const built = await visitors.request.get('/');
    const { etag = '' } = built.headers();

    await ada.goto('/content');
    await ada.getByLabel('Begin a change').fill('Autumn campaign');
    await ada.getByRole('button', { name: 'Change the site’s words' }).click();
    const shown = ada.frameLocator('iframe');
    await shown.getByRole('heading', { name: 'AI for Investment', level: 1 }).click();
    const title = ada.getByLabel('home, hero, title');
    await title.fill('Guaranteed gains for everybody');
    await expect(ada.getByText('Leave out “guaranteed”', { exact: false })).toBeVisible();
    await title.fill('Forecasts that you can check');
    await expect(shown.getByRole('heading', { name: 'Forecasts that you can check', level: 1 })).toBeVisible();
    await expect(ada.getByRole('heading', { name: '1 change' })).toBeVisible();
    // A text that code draws in the browser, and one for search engines.
    await ada.getByLabel('Find a text').fill('write another');
    await ada.getByRole('button', { name: /^Write another message/ }).click();
    await ada.getByLabel('contacts, again').fill('Write once more');
    await expect(ada.getByRole('heading', { name: '2 changes' })).toBeVisible();
    // A logo, pressed where it stands.
    await shown.getByRole('img', { name: 'Fundpost' }).first().click();
    await ada.getByLabel('Another picture').setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) });
    await ada.getByLabel('Whose logo it is').fill('The Harbour Post');
    await ada.getByRole('button', { name: 'Put it here' }).click();
    await expect(ada.getByRole('heading', { name: '4 changes' })).toBeVisible();
    await expect(shown.getByRole('img', { name: 'The Harbour Post' }).first()).toBeVisible();
    // A question of the dialog's forms, which no page shows as it opens.
    await ada.getByLabel('Page').selectOption('Forms of the dialog and of campaigns');
    await ada.getByLabel('Company: label').fill('Firm or fund');
    // What was typed is saved in the draft even if another page is chosen at once.
    await ada.getByLabel('Page').selectOption('What the dialog’s forms ask');
    await ada.getByLabel('“Book a demo” asks: Their request').selectOption('Asked, has to be answered');
    await expect(ada.getByRole('heading', { name: '6 changes' })).toBeVisible();
    await expect(ada.getByText('You wrote some of it: somebody else publishes it.')).toBeVisible();
    expect(await accessibilityFaults(ada)).toEqual([]);

    const ben = await desk.open({ name: 'Ben Costa', address: 'ben@words.internal', roles: ['marketing'] });
    await ben.goto('/content');
    await ben.getByRole('link', { name: 'Autumn campaign' }).click();
    await expect(ben.getByRole('heading', { name: '6 changes' })).toBeVisible();
    await ben.getByRole('button', { name: 'Publish' }).click();
    await expect(ben.getByText('6 changes, written by Ada Rossi, published by Ben Costa')).toBeVisible();

    const page = await visitors.newPage();
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forecasts that you can check');
    const logo = page.getByRole('img', { name: 'The Harbour Post' }).first();
    await logo.scrollIntoViewIfNeeded();
    await expect(logo).toHaveJSProperty('naturalWidth', 120);
    const file = await visitors.request.get((await logo.getAttribute('src')) ?? '');
    expect([file.headers()['content-type'], file.headers()['content-security-policy']]).toEqual([
      'image/webp',
      "default-src 'none'; sandbox",
    ]);
    const now = await visitors.request.get('/', { headers: { 'if-none-match': etag } });
    expect([now.status(), now.headers()['etag'] === etag]).toEqual([200, false]);
    await page.goto('/contacts');
    expect(JSON.parse((await page.locator('#words').textContent()) ?? '')).toEqual({
      'contacts.again': 'Write once more',
      'contactForm.fields.company.label': 'Firm or fund',
      'contactForm.questions.bookademo.message': 'required',
      'formWords.asked': 1,
    });
    await page.getByRole('button', { name: 'Book a demo' }).first().click();
    await expect(page.getByRole('dialog').getByLabel('Firm or fund')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Book my demo' }).click();
    await expect(page.getByRole('dialog').getByLabel('Your request')).toHaveAccessibleDescription(/The request text is required/);
    expect(await (await visitors.request.get('/form/home_bad')).text()).toMatch(
      /Firm or fund.*name="message".*name="wording"[^>]*value="1"/s,
    );

    // A server that starts again has the changed words from its first answer on.
    await server.kill();
    const again = await startServer({ dataDir: server.dataDir });
    expect(await (await fetch(again.url)).text()).toContain('Forecasts that you can check');
    await again.stop();
    await visitors.close();
    await desk.close();
  },
);
