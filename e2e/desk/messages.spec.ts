import { expect, test } from '@playwright/test';
import { accessibilityFaults, expectViewsAccessible } from '../fixtures/accessibility.ts';
import { openDesk, sendForm, type OpenDesk } from '../fixtures/desk-page.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

const message = (name: string, subject: string) => ({
  name,
  email: 'mary.somerville@clients.example',
  subject,
  message: `What do you say of ${subject}?\nIt would please me to hear of it soon.`,
  elapsed: 40_000,
  attribution: { page: '/contacts' },
});

let desk: OpenDesk;

test.afterEach(() => desk.close());

everyEighthRun(test, 7)('messages come by themselves, are answered by somebody, and opened again', async ({ browser }) => {
  desk = await openDesk(browser);
  const { server, context, page } = desk;
  const list = page.getByRole('list', { name: 'Messages' });

  await test.step('one that comes is shown without asking', async () => {
    await page.goto('/messages');
    await expect(page.getByText('Nothing is open: every message has its answer.')).toBeVisible();
    await sendForm(server, '/www/contacts', message('Mary', 'Planets'));
    await expect(list.getByRole('link')).toHaveCount(1);
    await sendForm(server, '/www/contacts', message('Mary', 'Comets'));
    await expect(list.getByRole('link').first()).toContainText('What do you say of Comets?');
  });

  await test.step('it is answered by keyboard, without a mail server by one’s own program', async () => {
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Comets' })).toBeFocused();
    await expect(page.getByText('It would please me to hear of it soon.')).toBeVisible();
    await page.keyboard.press('r');
    await expect(
      page.getByText('This server cannot send mail yet. An administrator sets up the mail server under Settings. The setting is MAIL_URL.'),
    ).toBeVisible();
    await expect(page.getByLabel('Subject')).toHaveValue('Re: Comets');
    await expect(page.getByRole('link', { name: 'Open my mail program' })).toHaveAttribute(
      'href',
      /^mailto:mary\.somerville@clients\.example\?/,
    );
    await expect(page.getByText('Once it is noted, the message counts as answered.')).toBeVisible();
    await expect(page.getByText('Send it from your own mail program, then press “Note it as sent”.')).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    const answer = page.getByLabel('Answer', { exact: true });
    await page.getByRole('link', { name: 'Open my mail program' }).click();
    await expect(page.getByText('Write your answer in the place of [your answer]')).toBeVisible();
    await page.getByRole('button', { name: 'Note it as sent' }).click();
    await answer.fill((await answer.inputValue()).replace('[your answer]', 'They come back.'));
    await page.getByRole('button', { name: 'Note it as sent' }).click();
    await expect(page.getByText('Answered by own mail program: Re: Comets')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Message', exact: true })).toHaveCount(1);
  });

  await test.step('the list says who answered, and what is opened again is open', async () => {
    await page.keyboard.press('Escape');
    await expect(list.getByRole('link')).toHaveCount(1);
    await page.getByRole('button', { name: /^Answered/ }).click();
    await expect(list.getByRole('link')).toContainText(['by Ada Rossi']);
    await list.getByRole('link').click();
    await page.keyboard.press('e');
    await expect(page.getByText('Opened again')).toBeVisible();
    await page.goto('/messages');
    await expect(list.getByRole('link')).toHaveCount(2);
  });

  await test.step('whoever is in the list stays in it where its row goes', async () => {
    await list.getByRole('link').first().focus();
    const other = await context.newPage();
    await other.goto(`${page.url()}/${(await list.getByRole('link').first().getAttribute('href'))!.split('/').at(-1)}`);
    await other.getByRole('button', { name: 'Mark as answered' }).click();
    await expect(list.getByRole('link')).toHaveCount(1);
    await expect(list.getByRole('link').first()).toBeFocused();
    await other.close();
  });

  await test.step('a flood is marked by one press, and released by one', async () => {
    const left = await list.getByRole('link').count();
    for (const n of [1, 2, 3]) await sendForm(server, '/www/contacts', message('Robert', `Pills ${n}`));
    await expect(list.getByRole('link')).toHaveCount(left + 3);
    await list.getByRole('link').filter({ hasText: 'Pills 2' }).first().click();
    await page.getByRole('button', { name: 'Spam…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mark as spam' });
    await dialog.getByRole('radio', { name: 'All with an address at clients.example' }).check();
    await dialog.getByLabel('That came within').selectOption('an hour of it');
    await expect(dialog).toContainText('Robert, mary.somerville@clients.example');
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: /^Mark [3-9] messages as spam$/ }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('Suspected spam', { exact: true })).toBeVisible();
    await page.goto('/messages');
    await expect(list.getByRole('link')).toHaveCount(0);
    await page.getByRole('button', { name: /^Spam/ }).click();
    await list.getByRole('link').filter({ hasText: 'Pills 1' }).first().click();
    await page.getByRole('button', { name: /^Not spam: all \d marked together$/ }).click();
    await expect(page.getByText('Suspected spam', { exact: true })).toHaveCount(0);
    await page.goto('/messages');
    await expect(list.getByRole('link')).toHaveCount(left + 3);
  });

  await test.step('axe finds nothing, on a phone and on a wide window', () =>
    expectViewsAccessible(page, [
      { path: '/messages', heading: 'Messages' },
      { path: '/for-me', heading: 'For me' },
    ]));
});
