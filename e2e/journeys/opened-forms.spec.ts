import { OPENED_PATH } from '../../contract/opened-form.ts';
import { SEEN_PATH } from '../../contract/page-view.ts';
import { expect, test } from '../fixtures/test.ts';
import { inTurn } from '../../server/testing/rotation.testing.ts';

inTurn(test, 0)(
  'a page that is seen and a form that is opened count once for a visit to the page, and nothing is told of who it was',
  async ({ ownSession: { page }, server }) => {
    const told: unknown[] = [];
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      if (path === OPENED_PATH || path === SEEN_PATH) told.push(JSON.parse(request.postData() ?? ''));
    });
    const seen = page.waitForResponse((response) => new URL(response.url()).pathname === SEEN_PATH);
    await page.goto('/?utm_source=news&utm_campaign=q4&email=ada@example.com');
    expect((await seen).status()).toBe(204);
    const opener = page.getByRole('banner').getByRole('button', { name: 'Book a demo' });
    const counted = page.waitForResponse((response) => new URL(response.url()).pathname === OPENED_PATH);
    await opener.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect((await counted).status()).toBe(204);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await opener.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    // The field gets the focus before the page's script is there.
    let load = () => {};
    const focused = new Promise<void>((resolve) => (load = resolve));
    await page.route(/\/client-[^/]+\.js$/, (route) => focused.then(() => route.continue()));
    await page.goto(`${server.url}/getreport`);
    await page.getByLabel(/^Name/).focus();
    load();
    const campaign = { source: 'news', campaign: 'q4' };
    await expect
      .poll(() => told)
      .toEqual([
        { page: '/', ...campaign },
        { caller: 'home_bad', page: '/', ...campaign },
        { page: '/getreport' },
        { caller: 'getreport', page: '/getreport' },
      ]);
  },
);
