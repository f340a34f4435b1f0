import { readFile } from 'node:fs/promises';
import { expect, test as everyRun } from '@playwright/test';
import { demoRequest, formPath } from '../crash/demo-form.ts';
import { startPeer } from '../crash/smtp-peer.ts';
import { accessibilityFaults } from '../fixtures/accessibility.ts';
import { openDesk, sendForm } from '../fixtures/desk-page.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

const test = everyEighthRun(everyRun, 1);

const client = 'grace.hopper@clients.example';
const another = 'alan.turing@clients.example';

/** Functions that end what a test started, in the order of starting. */
const ends: (() => unknown)[] = [];

test.afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

test('a lead is answered, taken along and erased', async ({ browser }) => {
  const peer = await startPeer();
  ends.push(() => peer.close());
  const desk = await openDesk(browser, { peer });
  ends.push(() => desk.close());
  const { server, page: ada } = desk;
  const page = await desk.open({ name: 'Sam Porter', address: 'sam@desk-sales.internal', roles: ['sales'] });

  await test.step('whoever sells sees leads, and neither applications nor figures', async () => {
    await page.goto('/applications');
    await expect(page.getByText('Your roles do not include this.')).toBeVisible();
    const views = page.getByRole('navigation', { name: 'Views' });
    await expect(views.getByRole('link', { name: 'Leads' })).toBeVisible();
    await expect(views.getByRole('link', { name: /^(Applications|Track records|Papers|Positions|People|Actions|Settings)/ })).toHaveCount(
      0,
    );
    await page.goto('/leads');
  });

  await test.step('it appears by itself, and is opened', async () => {
    await sendForm(server, formPath, { ...demoRequest(another), name: 'Alan' });
    await sendForm(server, formPath, demoRequest(client));
    await page.getByLabel('Search by name').fill('grace');
    await page.getByRole('list', { name: 'Leads' }).getByRole('link').filter({ hasText: 'Ada Lovelace' }).click();
    await expect(page.getByRole('definition').filter({ hasText: client })).toBeVisible();
  });

  await test.step('what is written outlives a reload and a lost connection, and arrives as it was written', async () => {
    await page.keyboard.press('r');
    await page.getByRole('button', { name: 'Ask what they need' }).click();
    await expect(page.getByLabel('Answer', { exact: true })).toHaveValue(/^Hello Ada Lovelace,\n[^{}]*Sam Porter\nOrdinata$/);
    await page.getByLabel('Subject').fill('Your engines');
    await page.getByRole('button', { name: 'Suggest a meeting' }).click();
    await page.getByRole('button', { name: 'Go on with mine' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    await expect(page.getByLabel('Subject')).toHaveValue('Your engines');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Not sent yet. Your answer stays here')).toBeVisible();
    await page.context().setOffline(false);
    await page.getByLabel('Answer', { exact: true }).press('Control+Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByText('Answer mailed')).toBeVisible();
    await expect(page.getByLabel('State')).toHaveValue('contacted');
    const mail = peer.mails.find(({ to, subject }) => to === client && subject === 'Your engines');
    expect(mail?.text).toContain('What would you like to reach, and by when?');
    expect(peer.mails.filter(({ subject }) => subject === 'Your engines')).toHaveLength(1);
  });

  await test.step('of two at once, in two browsers, the second reads what the first did, and decides', async () => {
    // The change stream is blocked, as after a lost connection, and reading the lead again gives the old answer.
    await ada.route('**/api/leads/changes', (route) => route.abort());
    const lead = `**/api${new URL(page.url()).pathname}`;
    const [read] = await Promise.all([ada.waitForResponse(lead), ada.goto(page.url())]);
    const asItWas = await read.body();
    await expect(ada.getByLabel('State')).toHaveValue('contacted');
    await ada.route(lead, (route) => route.fulfill({ body: asItWas, contentType: 'application/json' }));
    await page.getByLabel('State').selectOption('meeting');
    await expect(page.getByText('Contacted → Meeting')).toBeVisible();
    await ada.unroute(lead);
    await ada.getByLabel('State').selectOption('won');
    await expect(ada.getByRole('alert')).toContainText('It is Meeting now');
    await expect(ada.getByLabel('State')).toHaveValue('meeting');
    await ada.getByRole('button', { name: 'Do it all the same' }).click();
    await ada.getByLabel('Note').fill('Asked for it by telephone');
    await ada.getByRole('button', { name: 'Add note' }).click();
    // The first page updates both by itself.
    await expect(page.getByRole('listitem').filter({ hasText: 'Asked for it by telephone' })).toContainText('Ada Rossi');
    await expect(page.getByLabel('State')).toHaveValue('won');
    await expect(page.getByText('Meeting → Won')).toBeVisible();
  });

  await test.step('of two who answer at once the second is told while they write, and sends only once they decided', async () => {
    await ada.unroute('**/api/leads/changes');
    await ada.reload();
    for (const one of [ada, page]) {
      await one.getByRole('button', { name: 'Answer', exact: true }).click();
      await one.getByLabel('Subject').fill('A time for us');
      await one.getByLabel('Answer', { exact: true }).fill(`From ${one === ada ? 'Ada' : 'Sam'}`);
    }
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(ada.getByRole('dialog')).toContainText('Sam Porter answered meanwhile');
    await ada.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(ada.getByRole('dialog')).toContainText('Yours was not carried out: the answer.');
    expect(peer.mails.filter(({ subject }) => subject === 'A time for us')).toHaveLength(1);
    await ada.getByRole('button', { name: 'Send it all the same' }).click();
    await expect(ada.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => peer.mails.filter(({ subject }) => subject === 'A time for us').length).toBe(2);
  });

  await test.step('the list as CSV has exactly what the filter shows', async () => {
    await page.goto('/leads?state=won');
    await page.getByLabel('Search by name').fill('');
    await expect(page.getByRole('list', { name: 'Leads' }).getByRole('link')).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'All 1', exact: true })).toBeVisible();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(client);
    await expect(page.getByText('One lead is stored as a CSV file.')).toBeVisible();
    // The server's answer when the sign-in is too old for an export.
    const late = { status: 401, json: { title: 'Sign in again', status: 401 } };
    await page.route('**/api/leads/export', (route) => route.fulfill(late));
    await page.getByRole('button', { name: 'CSV' }).click();
    await expect(page.getByRole('dialog', { name: 'Sign in again for this' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.unroute('**/api/leads/export');
  });

  await test.step('filters are taken off by a press, and what is lost says why', async () => {
    await page.getByLabel('Search by name').fill('nobody of this name');
    await expect(page.getByText('No lead fits what you search and filter by.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(page.getByLabel('Search by name')).toHaveValue('');
    const leads = page.getByRole('list', { name: 'Leads' }).getByRole('link');
    await expect(leads).toHaveCount(2);
    await expect(page).toHaveURL(/\/leads$/);
    await expect(page.getByRole('button', { name: 'Clear', exact: true })).toHaveCount(0);
    await expect(page.getByText('All leads except suspected spam')).toBeVisible();
    await leads.filter({ hasText: 'Alan' }).click();
    await page.getByLabel('State').selectOption('lost');
    await expect(page.getByRole('radio').first()).toBeFocused();
    await page.getByRole('button', { name: 'Mark as lost' }).click();
    await expect(page.getByText('Choose a reason')).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('radio', { name: 'No budget' }).check();
    await page.getByLabel('In your words').fill('until April');
    await page.getByRole('button', { name: 'Mark as lost' }).click();
    await expect(page.getByText('New → Lost: No budget: until April')).toBeVisible();
    await page.goto('/leads?state=won');
  });

  await test.step('whoever looks at it while it is erased is told so, and sees nothing of it any more', async () => {
    await page.getByRole('list', { name: 'Leads' }).getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'What they sent' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Erase…' })).toHaveCount(0);
    await ada.goto(page.url());
    await ada.getByRole('button', { name: 'Erase…' }).click();
    await expect(ada.getByText('requests, messages and applications')).toBeVisible();
    await ada.getByRole('button', { name: 'Erase for good' }).click();
    await expect(ada.getByText('This is not the address that is to be erased')).toBeVisible();
    await ada.getByLabel('To erase it, type the address once more').fill(client);
    await ada.getByRole('button', { name: 'Erase for good' }).click();
    await expect(ada.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Lead not here' })).toBeVisible();
    await expect(page.getByText(client)).toHaveCount(0);
  });
});
