import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { sampleCv } from '../../server/recruiting/sample-cv.ts';
import { freePort } from '../../server/testing/free-port.testing.ts';
import { startPeer, type Peer } from '../crash/smtp-peer.ts';
import { accessibilityFaults } from '../fixtures/accessibility.ts';
import { discard, startServer, type RunningServer } from '../fixtures/server.ts';

// One recruiter's visit, told in steps: what a step needs the one before it made.
test.describe.configure({ mode: 'serial' });

/** As long as addresses may well be: nothing that names it is wider than a phone. */
const ADA = 'ada.augusta.byron.countess.of.lovelace.analytical@applicants.internal';
/** What a PDF might try: to run a script as it opens. */
const SCRIPTED = '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\); this.submitForm\\("https://applicant.example/"\\);)>>';

let server: RunningServer;
let peer: Peer;
let context: BrowserContext;
let page: Page;
const faults: string[] = [];
const asked: string[] = [];

test.beforeAll(async ({ browser }) => {
  const port = String(await freePort());
  peer = await startPeer();
  server = await startServer({ env: { DESK_PORT: port, MAIL_URL: peer.url, MIN_FILL_MS: '0' } });
  await apply('Bob', 'bob@applicants.internal', sampleCv(['Bob Quill', 'Gardener']));
  await apply('Ada', ADA, sampleCv(['Ada Lovelace', 'Computes Bernoulli numbers'], SCRIPTED));
  context = await browser.newContext({
    baseURL: `http://localhost:${port}`,
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  });
  page = await context.newPage();
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text());
  });
  page.on('dialog', (dialog) => faults.push(`a dialog: ${dialog.message()}`));
  context.on('request', (request) => asked.push(request.url()));
});

test.afterAll(async () => {
  await context.close();
  await discard(server);
  await peer.close();
});

test('a recruiter finds an application by stage and opens it', async () => {
  await expect.poll(() => firstLink(), { timeout: 60_000 }).toBeDefined();
  await page.goto(firstLink()!);
  await page.getByRole('button').click();
  await page.getByLabel('Name').fill('Hanna Recruiter');
  await page.getByLabel('Work address').fill('hanna@site.internal');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL((url) => url.pathname !== '/welcome');
  await page.goto('/applications');
  await expect(page.getByRole('list', { name: 'Applications' }).getByRole('listitem')).toHaveCount(2, { timeout: 60_000 });
  await page.getByRole('button', { name: /^New 2/ }).click();
  await expect(page).toHaveURL(/\/applications\?stage=new$/);
  await page.getByRole('list', { name: 'Applications' }).getByRole('link', { name: 'Ada' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeFocused();
  // Another is as far away as three letters of it.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or do' }).fill('bob');
  await page.getByRole('option', { name: /^Bob Lovelace, Generic/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bob Lovelace' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeVisible();
  await expect(page.getByText('I compute Bernoulli numbers by machine.')).toBeVisible();
});

test('the CV is drawn in a frame that can reach nothing, and its script and link do nothing', async () => {
  expect(asked.filter((url) => url.includes('cv-frame'))).toEqual([]);
  await page.keyboard.press('c');
  const frame = page.frameLocator('iframe[title^="CV of"]');
  await expect(frame.getByText('Computes Bernoulli numbers')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('1 page', { exact: true })).toBeVisible();
  expect(faults).toEqual([]);
  const inner = page.frames().find((one) => one.url().endsWith('/cv-frame'))!;
  const reach = await inner.evaluate(() => {
    const tried = (work: () => unknown) => {
      try {
        return String(work());
      } catch (error) {
        return (error as Error).name;
      }
    };
    return {
      origin: globalThis.origin,
      parent: tried(() => parent.document.title),
      cookie: tried(() => document.cookie),
      storage: tried(() => localStorage.length),
      top: tried(() => (top!.location.href = 'https://applicant.example/')),
    };
  });
  expect(reach).toMatchObject({
    origin: 'null',
    parent: 'SecurityError',
    cookie: 'SecurityError',
    storage: 'SecurityError',
    top: 'SecurityError',
  });
  expect(await inner.evaluate(() => fetch('/api/me').then(String, (error: Error) => error.name))).toBe('TypeError');
  expect(await inner.evaluate(() => document.querySelectorAll('a, form, input, script[src*="http"]:not([src*="localhost"])').length)).toBe(
    0,
  );
  // The browser says of each try that it was refused.
  faults.length = 0;
  await frame.getByText('Ada Lovelace').click();
  await expect(page).toHaveURL(/\/applications\//);
  expect(asked.filter((url) => url.includes('applicant.example'))).toEqual([]);
  // What the frame says is looked at: it can make this page do no more than go on.
  await inner.evaluate(() => parent.postMessage({ kind: 'key', key: 'x' }, '*'));
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('+');
  await expect(frame.getByText('Computes Bernoulli numbers')).toBeVisible();
});

test('it is noted, rated, given a stage and refused politely by mail', async () => {
  await page.keyboard.press('n');
  await page.keyboard.type('Strong on paper');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'Strong on paper' })).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('4');
  await expect(page.getByRole('button', { name: '4', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('s');
  await expect(page.getByLabel('Stage')).toHaveValue('screening');
  await expect(page.getByText('New → Screening')).toBeVisible();
  await expect(page.getByText('CV opened')).toBeVisible();
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Invitation to an interview' }).click();
  await dialog.getByLabel('Mail').fill('Dear Ada,\n\nwe chose somebody else.');
  // What was written goes for no press of another text.
  await dialog.getByRole('button', { name: 'Polite refusal' }).click();
  await dialog.getByRole('button', { name: 'Go on with mine' }).click();
  await expect(dialog.getByLabel('Mail')).toHaveValue('Dear Ada,\n\nwe chose somebody else.');
  await expect(dialog.getByRole('button', { name: 'Invitation to an interview', pressed: true })).toBeFocused();
  await dialog.getByRole('button', { name: 'Polite refusal' }).click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Begin anew' }).click();
  await expect(dialog.getByRole('button', { name: 'Polite refusal', pressed: true })).toBeFocused();
  await expect(dialog.getByLabel('Mail')).toHaveValue(/go on with somebody else/);
  await expect(dialog.getByLabel('Stage afterwards')).toHaveValue('rejected');
  await dialog.getByLabel('Mail').fill('Dear Ada,\n\nwe chose somebody else.');
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: `Send to ${ADA}` }).click();
  await expect(page.getByText('Screening → Rejected')).toBeVisible();
  await expect(page.getByText('Polite refusal sent')).toBeVisible({ timeout: 60_000 });
  expect(peer.mails.filter(({ to, text }) => to === ADA && text.includes('we chose somebody else'))).toHaveLength(1);
});

test('of two at once the second reads what the first did, and decides', async () => {
  const other = await context.newPage();
  // It hears of nothing by itself, as one whose connection was just cut.
  await other.route('**/api/applications/changes*', (route) => route.abort());
  await other.goto(page.url());
  await expect(other.getByLabel('Stage')).toHaveValue('rejected');
  await page.getByLabel('Stage').selectOption('interview');
  await expect(page.getByText('Rejected → Interview')).toBeVisible();
  await other.getByLabel('Stage').selectOption('offer');
  await expect(other.getByRole('alert')).toContainText('It is in Interview now');
  await other.getByRole('button', { name: 'Do it all the same' }).click();
  // The first sees it without asking.
  await expect(page.getByLabel('Stage')).toHaveValue('offer', { timeout: 60_000 });
  await other.close();
});

test('axe finds nothing, on a phone and on a wide window, light and dark', async () => {
  const one = new URL(page.url()).pathname;
  for (const [width, colorScheme] of [
    [390, 'light'],
    [1440, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    for (const [path, heading] of [
      ['/applications', 'Applications'],
      [one, 'CV'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      // A frame that nobody sees draws nothing.
      if (path === one) await page.locator('iframe').scrollIntoViewIfNeeded();
      if (path === one) await expect(page.getByText('1 page', { exact: true })).toBeVisible({ timeout: 60_000 });
      expect([path, width, await accessibilityFaults(page)]).toEqual([path, width, []]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${path} is as wide as the window`).toBe(true);
    }
  }
  expect(faults).toEqual([]);
});

async function apply(name: string, email: string, cv: Buffer): Promise<void> {
  const body = new FormData();
  const answers = {
    name,
    lastname: 'Lovelace',
    email,
    phone: '+390212345678',
    subject: 'Generic',
    message: 'I compute Bernoulli numbers by machine.',
  };
  for (const [field, value] of Object.entries(answers)) body.set(field, value);
  body.set('cv', new Blob([new Uint8Array(cv)], { type: 'application/pdf' }), 'cv.pdf');
  expect((await fetch(`${server.url}/recruiting/applications`, { method: 'POST', body })).status).toBe(201);
}

/** What the terminal shows on the very first start. */
function firstLink(): string | undefined {
  return /http:\/\/localhost:\d+\/first\?token=[\w-]+/.exec(server.output())?.[0];
}
