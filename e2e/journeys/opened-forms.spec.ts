import { OPENED_PATH } from '../../contract/opened-form.ts';
import { expect, test } from '../fixtures/test.ts';
import { inTurn } from '../../server/testing/rotation.testing.ts';

inTurn(test, 0)(
  'a form that is opened counts once for a visit to its page, and nothing is told of who opened it',
  async ({ ownSession: { page }, server }) => {
    const told: (string | null)[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === OPENED_PATH) told.push(request.postData());
    });
    await page.goto('/');
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
    await expect.poll(() => told).toEqual(['home_bad', 'getreport']);
  },
);
