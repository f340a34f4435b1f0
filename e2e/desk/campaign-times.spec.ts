import { expect, test, type Page } from '@playwright/test';
import { openDesk, type OpenDesk } from '../fixtures/desk-page.ts';

/** Milliseconds between two digits of somebody who looks for the keys. */
const DIGIT = 200;

let desk: OpenDesk;

test.beforeAll(async ({ browser }) => {
  desk = await openDesk(browser, {});
});

test.afterAll(() => desk.close());

test('nothing that is typed or chosen at a campaign is lost, however slow the answers are', async () => {
  const { page } = desk;
  await page.goto('/campaigns');
  await page.getByLabel('Begin a campaign').fill('Autumn webinar');
  await page.getByLabel('Begin with').selectOption('Only an opening and a form');
  await page.getByRole('button', { name: 'Make the page' }).click();
  await page.getByText('Address, search engines and times').click();
  const [opens, closes] = [page.getByLabel('Opens'), page.getByLabel('Closes', { exact: true })];
  await opens.fill('2031-05-04T09:30');
  await closes.fill('2031-06-04T09:30');
  await expect.poll(() => savedTimes(page)).toEqual(['2031-05-04T09:30', '2031-06-04T09:30']);

  // The year, digit by digit: the third segment of the field.
  await opens.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('2032', { delay: DIGIT });
  await expect(opens).toHaveValue('2032-05-04T09:30');
  await closes.focus();
  await expect.poll(() => savedTimes(page)).toEqual(['2032-05-04T09:30', '2031-06-04T09:30']);

  // One field changed, and the other cleared before the first is answered.
  await slowDown(page);
  await closes.fill('2033-06-04T09:30');
  await opens.fill('');
  await closes.focus();
  await closes.blur();
  await expect.poll(() => savedTimes(page)).toEqual(['', '2033-06-04T09:30']);
  await expect(opens).toHaveValue('');

  // A text that is typed on while the beginning of it is sent.
  await page.getByLabel('Description, for search engines').pressSequentially('Half', { delay: 700 });
  await expect.poll(async () => (await saved(page)).description).toBe('Half');
  await expect(page.getByText('Not saved')).toBeHidden();

  // Choices of one hook: the second is made before the first is answered.
  await page.locator('summary').filter({ hasText: /^Form/ }).click();
  await page.getByLabel('Phone', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('Company', { exact: true }).selectOption({ index: 2 });
  await expect.poll(() => savedQuestions(page)).toEqual({ phone: 'optional', company: 'required' });
});

test('a change whose time is past, or half typed, stays a draft and says so', async () => {
  const page = await desk.context.newPage();
  await page.goto('/content');
  await page.getByLabel('Begin a change').fill('Christmas');
  await page.getByRole('button', { name: 'Change the site’s words' }).click();
  await page.getByLabel('Find a text').fill('write another');
  await page.getByRole('button', { name: /^Write another message/ }).click();
  await page.getByLabel('contacts, again').fill('Write once more');
  await expect(page.getByRole('heading', { name: '1 change' })).toBeVisible();
  const time = page.getByLabel('Public at');
  await time.fill('2020-12-25T09:00');
  await page.getByRole('button', { name: 'Publish then' }).click();
  await expect(page.getByText('This time is past')).toBeVisible();
  await time.fill('');
  await expect(page.getByText('This time is past')).toBeHidden();
  await time.focus();
  await page.keyboard.type('1225');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Enter the whole date and time, or nothing')).toBeVisible();
  await page.goto('/content');
  await expect(page.getByRole('link', { name: 'Christmas' })).toBeVisible();
  await page.close();
});

type SavedPage = {
  description: string;
  opensAt: number | null;
  closesAt: number | null;
  sections: { questions?: Record<string, string> }[];
};

/** The page of the draft as the server has it. */
async function saved(page: Page): Promise<SavedPage> {
  const answer = await page.request.get('/api/campaigns/autumn-webinar');
  return ((await answer.json()) as { page: SavedPage }).page;
}

/** When it opens and closes, as its fields say it. */
async function savedTimes(page: Page): Promise<string[]> {
  const { opensAt, closesAt } = await saved(page);
  return page.evaluate(
    (times) => times.map((at) => (at === null ? '' : new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16))),
    [opensAt, closesAt],
  );
}

async function savedQuestions(page: Page): Promise<object> {
  return Object.assign({}, ...(await saved(page)).sections.map(({ questions }) => questions ?? {})) as object;
}

/** Holds each change of the campaign back for a second. */
async function slowDown(page: Page): Promise<void> {
  await page.route('**/api/campaigns/*/changes', async (route) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 1000);
    });
    await route.continue();
  });
}
