import { SEEN_PATH } from '../contract/page-view.ts';
import { expect, hydrated, test } from './fixtures/test.ts';

const PASSWORD = 'correct horse battery';

test('validates on key up, always answers "Invalid credentials", and sends nothing', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`));
  await page.goto('/login');
  await hydrated(page);
  const email = page.getByLabel('Email');
  const password = page.getByLabel('Password');
  const submit = page.getByRole('main').getByRole('button', { name: 'Login' });
  await expect(submit).toBeDisabled();

  await email.pressSequentially('ada@');
  await expect(page.getByText('This is not a valid email')).toBeVisible();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await email.pressSequentially('example.com');
  await expect(page.getByText('This is not a valid email')).toHaveCount(0);

  await password.pressSequentially('ab');
  await expect(page.getByText('Something wrong in your subject')).toBeVisible();
  await expect(submit).toBeDisabled();
  await password.fill('x'.repeat(31));
  await expect(page.getByText('Something wrong in your subject')).toBeVisible();
  await password.fill(PASSWORD);
  await expect(page.getByText('Something wrong in your subject')).toHaveCount(0);

  for (const press of [() => submit.click(), () => password.press('Enter')]) {
    await press();
    await expect(page.getByRole('alert')).toContainText('Invalid credentials');
  }
  await expect(password).toHaveValue(PASSWORD);
  await expect(page).toHaveURL(/\/login$/);
  const told = (line: string) => line.startsWith('POST') && !line.includes(SEEN_PATH);
  expect(sent.filter((line) => line.includes(PASSWORD) || line.includes(encodeURIComponent(PASSWORD)) || told(line))).toEqual([]);
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
  expect(kept).not.toContain(PASSWORD);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('nothing that is typed leaves the page either', async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel('Email').fill('login@example.com');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByLabel('Password').press('Enter');
    await expect(page).toHaveURL(/\/login$/);
  });
});
