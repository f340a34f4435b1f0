import { expect, test as everyRun, type Page } from '@playwright/test';
import { sampleCv } from '../../server/recruiting/sample-cv.ts';
import { startPeer, type Peer } from '../crash/smtp-peer.ts';
import { accessibilityFaults, expectViewsAccessible } from '../fixtures/accessibility.ts';
import { linkMailed, openDesk, type OpenDesk } from '../fixtures/desk-page.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

const test = everyEighthRun(everyRun, 4);

// One recruiter's visit; each test continues from the one before.
test.describe.configure({ mode: 'serial' });

/** A long address, to check that nothing that shows it is wider than a phone. */
const ADA = 'ada.augusta.byron.countess.of.lovelace.analytical@applicants.internal';
const BOB = 'bob@applicants.internal';
/** A script that the PDF tries to run when it is opened. */
const SCRIPTED = '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\); this.submitForm\\("https://applicant.example/"\\);)>>';

let desk: OpenDesk;
let peer: Peer;
let page: Page;
const asked: string[] = [];

test.beforeAll(async ({ browser }) => {
  peer = await startPeer();
  desk = await openDesk(browser, { peer });
  await apply('Bob', BOB, sampleCv(['Bob Quill', 'Gardener']));
  await apply('Ada', ADA, sampleCv(['Ada Lovelace', 'Computes Bernoulli numbers'], SCRIPTED));
  page = await desk.invite({ name: 'Hanna Recruiter', address: 'hanna@desk-applications.internal', roles: ['hr'] });
  await page.setViewportSize({ width: 1440, height: 900 });
  page.on('dialog', (dialog) => asked.push(`a dialog: ${dialog.message()}`));
  page.context().on('request', (request) => asked.push(request.url()));
});

test.afterAll(async () => {
  await desk.close();
  await peer.close();
});

test('a recruiter sees applications, and neither leads nor figures', async () => {
  const views = page.getByRole('navigation', { name: 'Views' });
  await expect(views.getByRole('link', { name: 'Positions' })).toBeVisible();
  await expect(views.getByRole('link', { name: /^(Leads|Messages|Overview|Track records|Papers|People|Actions|Settings)/ })).toHaveCount(0);
  for (const path of ['/leads', '/figures']) {
    await page.goto(path);
    await expect(page.getByText('Your roles do not include this.')).toBeVisible();
  }
  for (const path of ['/api/leads/choices', '/api/figures']) expect([path, (await page.request.get(path)).status()]).toEqual([path, 403]);
});

test('a recruiter finds an application by stage and opens it', async () => {
  await page.goto('/applications');
  await expect(page.getByRole('list', { name: 'Applications' }).getByRole('listitem')).toHaveCount(2, { timeout: 60_000 });
  for (const name of [/^Open 2/, /^All 2/, /^Mine 0/, /^Spam 0/]) await expect(page.getByRole('button', { name })).toBeVisible();
  await page.getByRole('button', { name: /^New 2/ }).click();
  await expect(page).toHaveURL(/\/applications\?stage=new$/);
  await page.getByRole('list', { name: 'Applications' }).getByRole('link', { name: 'Ada' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeFocused();
  // Goes through the list by button and key, returns to it, and assigns an application there.
  await page.getByRole('button', { name: 'Next application' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bob Lovelace' })).toBeVisible();
  await expect(page.getByText('2 of 2', { exact: true })).toBeVisible();
  await page.keyboard.press('k');
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/applications\?stage=new$/);
  await expect(page.getByText('2 in New for all positions, newest first')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Applications' }).getByRole('link', { name: 'Ada' })).toBeFocused();
  await page.keyboard.press('a');
  await expect(page.getByRole('listitem').filter({ hasText: 'Ada Lovelace' })).toContainText('Hanna Recruiter');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: 'Take it: Bob Lovelace' })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('list', { name: 'Applications' }).getByRole('link', { name: 'Ada' }).click();
  // Finds another application by three letters of the name.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or do' }).fill('bob');
  await page.getByRole('option', { name: /^Bob Lovelace, Spontaneous application/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bob Lovelace' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeVisible();
  await expect(page.getByText('I compute Bernoulli numbers by machine.')).toBeVisible();
});

test('the CV is drawn in a frame that can reach nothing, and its script and link do nothing', async () => {
  // The frame's attempts below are blocked, and logged by the browser.
  desk.allow(/\/cv-frame'|\/api\/me\b/);
  expect(asked.filter((url) => url.includes('cv-frame'))).toEqual([]);
  await page.keyboard.press('c');
  const frame = page.frameLocator('iframe[title^="CV of"]');
  await expect(frame.getByText('Computes Bernoulli numbers')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('1 page', { exact: true })).toBeVisible();
  const inner = (await (await page.locator("iframe[title^='CV of']").elementHandle()).contentFrame())!;
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
  // The next CV's frame is preloaded, but empty: only the CV on screen is fetched.
  await expect(page.locator('iframe')).toHaveCount(2);
  expect(asked.filter((url) => /\/api\/applications\/[\w-]+\/cv/.test(url))).toHaveLength(1);
  await page.keyboard.press('j');
  await expect(page.frameLocator('iframe[title="CV of Bob Lovelace"]').getByText('Gardener')).toBeVisible();
  await page.keyboard.press('k');
  await expect(frame.getByText('Computes Bernoulli numbers')).toBeVisible();
  // A link from elsewhere opens no CV, because every opening is recorded.
  const opened = () => asked.filter((url) => /\/api\/applications\/[\w-]+\/cv/.test(url)).length;
  const before = opened();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(other.getByRole('button', { name: 'Open the CV' })).toBeVisible();
  await expect(other.locator('iframe')).toHaveCount(0);
  expect(opened()).toBe(before);
  await other.close();
  await frame.getByText('Ada Lovelace').click();
  await expect(page).toHaveURL(/\/applications\//);
  expect(asked.filter((url) => url.includes('applicant.example'))).toEqual([]);
  // Messages from the frame are validated: the frame can only make this page go to another application.
  const shown = (await (await page.locator("iframe[title^='CV of']").elementHandle()).contentFrame())!;
  await shown.evaluate(() => parent.postMessage({ kind: 'key', key: 'x' }, '*'));
  // On a phone the CV comes before the notes, and stage and rating stay visible.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  const note = page.getByLabel('Note', { exact: true });
  await expect(note).toBeFocused();
  for (const part of [note, page.getByLabel('Stage'), page.getByRole('button', { name: '5 strong', exact: true })])
    await expect(part).toBeInViewport({ ratio: 1 });
  expect((await page.locator('iframe[title^="CV of"]').boundingBox())!.y).toBeLessThan((await note.boundingBox())!.y);
  await page.setViewportSize({ width: 1440, height: 900 });
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
  // A wrong key is undone with another one while the notice is shown.
  await page.keyboard.press('x');
  await expect(page.getByRole('status').filter({ hasText: 'Ada Lovelace: Rejected' }).getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.keyboard.press('z');
  await expect(page.getByText('Ada Lovelace: Screening again')).toBeVisible();
  await expect(page.getByLabel('Stage')).toHaveValue('screening');
  await expect(page.getByText('CV opened')).toBeVisible();
  const dialog = page.getByRole('dialog');
  // One key opens the refusal mail with its stage.
  await page.keyboard.press('d');
  await expect(dialog.getByRole('button', { name: 'Polite refusal', pressed: true })).toBeVisible();
  await expect(dialog.getByLabel('Stage afterwards')).toHaveValue('rejected');
  await expect(dialog.getByText(/Replies come to \S+@/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await dialog.getByRole('button', { name: 'Invitation' }).click();
  await dialog.getByLabel('Mail').fill('Dear Ada,\n\nwe chose somebody else.');
  // Choosing another template does not overwrite the text without asking.
  await dialog.getByRole('button', { name: 'Polite refusal' }).click();
  await dialog.getByRole('button', { name: 'Go on with mine' }).click();
  await expect(dialog.getByLabel('Mail')).toHaveValue('Dear Ada,\n\nwe chose somebody else.');
  await expect(dialog.getByRole('button', { name: 'Invitation', pressed: true })).toBeFocused();
  await dialog.getByRole('button', { name: 'Polite refusal' }).click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Begin anew' }).click();
  await expect(dialog.getByRole('button', { name: 'Polite refusal', pressed: true })).toBeFocused();
  await expect(dialog.getByLabel('Mail')).toHaveValue(/go on with somebody else/);
  await expect(dialog.getByLabel('Stage afterwards')).toHaveValue('rejected');
  await dialog.getByLabel('Mail').fill('Dear Ada,\n\nwe chose somebody else.');
  expect(await accessibilityFaults(page)).toEqual([]);
  // The buttons stay visible, however long the mail is.
  await dialog.getByLabel('Mail').fill('Dear Ada,\n\nwe chose somebody else.\n'.repeat(20));
  for (const size of [
    { width: 390, height: 700 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    for (const name of ['Send', 'Open my mail program', 'Note it as sent'])
      await expect(dialog.getByText(name, { exact: true })).toBeInViewport({ ratio: 1 });
  }
  await dialog.getByLabel('Mail').fill('Dear Ada,\n\nwe chose somebody else.');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Screening → Rejected').last()).toBeVisible();
  await expect(page.getByText('Polite refusal sent')).toBeVisible({ timeout: 60_000 });
  expect(peer.mails.filter(({ to, text }) => to === ADA && text.includes('we chose somebody else'))).toHaveLength(1);
});

test('of two at once the second reads what the first did, and decides', async () => {
  const other = await page.context().newPage();
  // The change stream is blocked, as after a lost connection.
  await other.route('**/api/applications/changes*', (route) => route.abort());
  await other.goto(page.url());
  await expect(other.getByLabel('Stage')).toHaveValue('rejected');
  await page.getByLabel('Stage').selectOption('interview');
  await expect(page.getByText('Rejected → Interview')).toBeVisible();
  await other.getByLabel('Stage').selectOption('offer');
  await expect(other.getByRole('alert')).toContainText('It is in Interview now');
  await other.getByRole('button', { name: 'Do it all the same' }).click();
  // The first page updates by itself.
  await expect(page.getByLabel('Stage')).toHaveValue('offer', { timeout: 60_000 });
  await other.close();
});

test('somebody is asked whether their application may stay for longer, and agrees', async ({ browser }) => {
  await page.goto('/applications');
  await page.getByRole('list', { name: 'Applications' }).getByRole('link', { name: 'Bob' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bob Lovelace' })).toBeVisible();
  await page.keyboard.press('r');
  await page.getByRole('dialog').getByRole('button', { name: 'Request to keep it' }).click();
  await page.getByRole('dialog').getByLabel('Mail').press('Control+Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByLabel('Stage')).toHaveValue('talent-pool');
  await expect(page.getByText('and has not answered yet.')).toBeVisible();
  const visitor = await browser.newPage();
  await visitor.goto(await linkMailed(peer, BOB, /http:\S+\/talent-pool\?token=[\w.-]+/));
  await visitor.getByRole('main').getByRole('button').click();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('We keep your application');
  await visitor.context().close();
  await expect(page.getByText('until then its sender lets us keep it.')).toBeVisible();
  // On a phone the stages are one row, scrolled to the chosen one.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/applications?stage=talent-pool');
  await expect(page.getByRole('button', { name: /^Talent pool/ })).toBeInViewport({ ratio: 1 });
  expect((await page.getByRole('group', { name: 'Saved views' }).boundingBox())!.height).toBeLessThan(60);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('list', { name: 'Applications' }).getByRole('listitem')).toHaveText([/Bob Lovelace/]);
  await page.getByRole('list', { name: 'Applications' }).getByRole('link', { name: 'Bob' }).click();
});

test('axe finds nothing, on a phone and on a wide window, light and dark', async () => {
  await expectViewsAccessible(page, [
    { path: '/applications', heading: 'Applications' },
    {
      path: new URL(page.url()).pathname,
      heading: 'CV',
      open: async () => {
        await page.getByRole('button', { name: 'Open the CV' }).click();
        // The frame draws only while it is visible.
        await page.locator('iframe[title^="CV of"]').scrollIntoViewIfNeeded();
        await expect(page.getByText('1 page', { exact: true })).toBeVisible();
      },
    },
  ]);
  expect(asked.filter((one) => one.startsWith('a dialog'))).toEqual([]);
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
  expect((await fetch(`${desk.server.url}/recruiting/applications`, { method: 'POST', body })).status).toBe(201);
}
