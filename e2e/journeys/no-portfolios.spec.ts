import { commandLine } from '../fixtures/server.ts';
import { expect, test } from '../fixtures/test.ts';
import { inTurn } from '../../server/testing/rotation.testing.ts';

// A separate server, because this test removes its portfolios.
test.use({ settings: { RISK_FREE_RATE: '1' } });

inTurn(test, 0)(
  'a site without portfolios has a line in their place, a way to try again and one to ask; the papers stand',
  async ({ page, server, watched }) => {
    watched.allow(/status of 503|could not be loaded/);
    const cards = page.getByRole('region', { name: 'Quarterly metrics' }).getByRole('article');
    const portfolios = JSON.parse(await commandLine(server, ['portfolios', 'list', '--json'])) as Array<{ id: string }>;
    for (const { id } of portfolios) await commandLine(server, ['portfolios', 'remove', id, '--by', 'Ada']);
    await expect(async () => {
      await page.goto('/insights');
      await expect(page.getByText('There are no figures to show just now.')).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(page.getByRole('button', { name: /Download/ })).toHaveCount(3);
    await page.getByRole('button', { name: 'Ask for the latest figures' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();

    let answers: () => object = () => ({ status: 503, body: '{}' });
    await page.route('**/builder/website/portfolios/**', (route) => route.fulfill(answers()));
    const again = page.getByRole('button', { name: 'Try again' });
    const failed = page.waitForEvent('console', (message) => message.text().includes('website portfolios could not be loaded'));
    await again.click();
    await failed;
    await expect(page.getByText('There are no figures to show just now.')).toBeVisible();
    answers = () => ({ json: [{ ...sample, sample: false }] });
    await again.click();
    await expect(cards).toHaveCount(1);
    await expect(cards).toContainText('+12.34%');
    await expect(page.getByText('Sample data:')).toBeHidden();

    // A page that came without figures asks for them by itself.
    await page.goto('/insights');
    await expect(cards).toHaveCount(1);
  },
);

const sample = {
  id: 'made-up',
  shortName: 'Made up',
  subName: '',
  name: 'Made-up Portfolio',
  description: 'For a test.',
  benchmark: null,
  benchmark2: null,
  start_date: '2020-01-01',
  as_of: '2024-12-31',
  version: 1,
  total_return_pf: 12.34,
  total_return_bm: null,
  total_return_bm2: null,
  net_return_pf: 2.36,
  net_return_bm: null,
  net_return_bm2: null,
  sharpe_pf: 0.5,
  sharpe_bm: null,
  sharpe_bm2: null,
  excess_return: null,
  excess_return2: null,
};
