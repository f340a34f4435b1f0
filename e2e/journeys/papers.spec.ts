import { contactMessages } from '../../contract/forms/contact-messages.ts';
import { linkIn } from '../fixtures/mailbox.ts';
import { expect, test } from '../fixtures/test.ts';
import { contactForms } from '../../contract/forms/contact.ts';
import { fillForm } from '../fixtures/fill-form.ts';
import { inTurn } from '../../server/testing/rotation.testing.ts';

const LINK = /https?:\/\/\S+\/verify\?token=[\w-]+/;

test('a paper is asked for, its reader verified, and it arrives; the page says so', async ({ page, mailbox, leads }) => {
  const email = 'reader@example.com';
  await page.goto('/insights');
  const papers = page.getByRole('region', { name: 'Papers' });
  await expect(papers.getByRole('article')).toHaveCount(3);
  const cover = papers.getByRole('article').first().locator('img');
  await cover.scrollIntoViewIfNeeded();
  await expect(cover).toHaveJSProperty('complete', true);
  expect(await cover.getAttribute('src')).toMatch(/\?size=440$/);
  expect(await cover.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThanOrEqual(440);

  await papers.getByRole('button', { name: 'Download How to read a market graph' }).click();
  const form = page.getByRole('dialog', { name: 'Get “How to read a market graph”' });
  // The page includes the styles of code that loads later; they must be complete.
  await expect(form).toHaveCSS('display', 'flex');
  await expect(form.locator('input[name=website]')).not.toBeInViewport();
  await expect(form.locator('img').first()).toHaveAttribute('src', /\/market-graph\.avif\?size=440$/);
  await fillForm(form, contactForms.insights_cu, {
    name: 'Grace',
    surname: 'Hopper',
    email,
    role: 'Family Office',
    company: 'Compilers',
  });
  await form.getByRole('button', { name: 'Get the paper' }).click();
  await expect(form.getByText(contactMessages.successTitle, { exact: true })).toBeVisible();

  await page.goto(linkIn(await mailbox.waitFor(email, /^Confirm your address to get “How to read a market graph”$/), LINK));
  await page.getByRole('main').getByRole('button').click();
  await expect(page).toHaveURL(/\/insights\/paper$/);
  const sent = page.getByRole('dialog', { name: 'Your paper has been sent' });
  await expect(sent).toContainText('The paper was sent to your email address');
  await sent.getByRole('button', { name: 'OK' }).click();
  await expect(sent).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Papers');
  // From here on this browser may download directly on every page with papers.
  await expect(page.getByRole('link', { name: /^Download/ })).toHaveCount(3);
  await page.goto('/insights');
  await expect(page.getByRole('link', { name: /^Download/ })).toHaveCount(3);
  await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(0);

  const mail = await mailbox.waitFor(email, /Your paper: How to read a market graph/);
  expect(mail.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
    ['How to read a market graph.pdf', 'application/pdf'],
  ]);
  const path = new URL(linkIn(mail, /https?:\/\/\S+\.pdf/)).pathname;
  const file = await page.request.get(path);
  expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-');
  expect((await leads()).find((one) => one.email === email)).toMatchObject({
    status: 'verified',
    caller: 'paper_market-graph',
    about: { kind: 'paper', id: 'market-graph', name: 'How to read a market graph' },
  });
  await mailbox.waitFor('sales@cognitivepro.example', /^Verified lead: Get “How to read a market graph” \(Grace Hopper\)$/);
});

test('who is verified in this browser downloads at once', async ({ page }) => {
  await page.goto('/insights/landing');
  await expect(page.getByText('Your email address is verified.')).toBeVisible();
  const download = page.getByRole('link', { name: 'Download What a track record can and cannot tell' });
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
  expect(file.suggestedFilename()).toBe('What a track record can and cannot tell.pdf');
});

inTurn(test, 1)('a picture that fails is replaced by words', async ({ ownSession: { page, watched } }) => {
  watched.allow(/status of 404/);
  await page.route('**/resources/papers/*.avif*', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/insights/paper');
  await page.getByRole('button', { name: 'OK', exact: true }).click();
  await page.getByRole('article').last().scrollIntoViewIfNeeded();
  await expect(page.getByText('Not found')).toHaveCount(3);
});
