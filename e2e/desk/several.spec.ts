import { readFile } from 'node:fs/promises';
import { expect, test as everyRun, type Page } from '@playwright/test';
import { demoRequest, formPath } from '../crash/demo-form.ts';
import { startPeer } from '../crash/smtp-peer.ts';
import { accessibilityFaults } from '../fixtures/accessibility.ts';
import { countPresses } from '../fixtures/count-presses.ts';
import { openDesk, sendForm } from '../fixtures/desk-page.ts';
import { commandLine } from '../fixtures/server.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

const test = everyEighthRun(everyRun, 0);

test('two work on the same list at once: one press takes what nobody else took, names the rest, and is undone by another', async ({
  browser,
}) => {
  const desk = await openDesk(browser);
  try {
    const { server, page: ada } = desk;
    for (const name of ['Zoë', 'Eva', 'Max'])
      await sendForm(server, formPath, { ...demoRequest(`${name.length}${name.charCodeAt(0)}@clients.example`), name, surname: 'Quill' });
    const bob = await desk.open({ name: 'Bob Seller', address: 'bob@desk-several.internal', roles: ['sales'] });
    // Ada's page is told nothing of what Bob does, as after a lost connection.
    await ada.route('**/api/leads/changes', (route) => route.abort());
    await ada.goto('/leads');
    const list = ada.getByRole('list', { name: 'Leads' });
    await expect(list.getByRole('link')).toHaveCount(3);
    await ada.keyboard.press('j');
    await ada.keyboard.press('Shift+ArrowDown');
    await ada.keyboard.press('Shift+ArrowDown');
    await expect(ada.getByText('3 chosen')).toBeVisible();
    expect(await accessibilityFaults(ada)).toEqual([]);
    await bob.goto('/leads');
    await bob.getByRole('link').filter({ hasText: 'Eva Quill' }).click();
    await bob.getByRole('button', { name: 'Take it' }).click();
    await expect(bob.getByText('Given to Bob Seller')).toBeVisible();
    // The answer to the first press is lost after the server has done it: the next press changes nothing twice.
    await ada.route('**/api/leads/several', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await ada.keyboard.press('a');
    await expect(ada.getByText('the same press changes nothing twice')).toBeVisible();
    await ada.unroute('**/api/leads/several');
    await ada.keyboard.press('a');
    await expect(ada.getByText('1 was taken by Bob Seller meanwhile: Eva Quill.')).toBeVisible();
    await expect(ada.getByText('2 leads: yours')).toBeVisible();
    await expect(list.getByRole('link').filter({ hasText: 'Ada Rossi' })).toHaveCount(2);
    await ada.getByRole('button', { name: 'Undo' }).click();
    await expect(list.getByRole('link').filter({ hasText: 'Ada Rossi' })).toHaveCount(0);
    await list.getByRole('link').filter({ hasText: 'Max' }).click();
    await expect(ada.getByText('Given to Ada Rossi')).toHaveCount(1);
    await ada.goto('/leads');
    await ada.setViewportSize({ width: 390, height: 844 });
    await ada.getByRole('button', { name: 'Choose several' }).click();
    await ada.getByRole('checkbox', { name: 'All 3' }).check();
    await ada.getByRole('button', { name: 'Spam…' }).click();
    await ada.getByRole('button', { name: 'Mark as spam' }).click();
    await expect(list.getByRole('link')).toHaveCount(0);
  } finally {
    await desk.close();
  }
});

/** Open on every weekday, so that there are free times whenever the test runs. */
const hours = { BOOKING_HOURS: 'Mon-Sun 09:00-18:00', BOOKING_ZONE: 'Europe/Rome', BOOKING_NOTICE: '1' };
/** 70 letters in two words, neither of which can be broken at a line's end. */
const long = { name: 'Wolfeschlegelsteinhausenbergerdorffwelche', surname: 'Voralternwarengewissenhaftsch' };
const fullName = `${long.name} ${long.surname}`;

test('each job of a day takes as many presses as docs/desk.md says', async ({ browser }) => {
  const peer = await startPeer();
  const desk = await openDesk(browser, { peer, env: hours });
  try {
    await commandLine(desk.server, ['desk', 'sample', '80']);
    await desk.open({ name: 'Bob Seller', address: 'bob@desk-jobs.internal', roles: ['sales'] });
    const { page } = desk;
    const presses = await countPresses(page);
    const rows = page.getByRole('list', { name: 'Leads' }).getByRole('link');
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const isClosed = async () => {
      await expect(page.getByRole('dialog')).toHaveCount(0);
      // Waits until the dialog's history entry is gone: a navigation before that would be cancelled.
      await page.waitForFunction(() => !history.state?.dialogs);
    };
    const list = () => page.goto('/leads?view=new&owner=nobody');
    const open = async () => {
      await list();
      await rows.first().click();
      await expect(button('Take it')).toBeVisible();
    };
    const answer = async (template?: string) => {
      await page.keyboard.press('r');
      if (template !== undefined) await button(template).click();
      await expect(page.getByLabel('Answer', { exact: true })).not.toHaveValue('');
      await page.getByLabel('Answer', { exact: true }).press('Control+Enter');
      await isClosed();
    };
    const counted: Record<string, number> = {};

    await list();
    counted['See what waits'] = await presses.of(async () => {
      await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Today' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
    });
    await list();
    counted['Open a lead and take it'] = await presses.of(async () => {
      await rows.first().click();
      await expect(button('Take it')).toBeVisible();
      await page.keyboard.press('a');
      await expect(page.getByText('Given to Ada Rossi')).toBeVisible();
    });
    await open();
    counted['Give an open one to a colleague'] = await presses.of(async () => {
      await presses.choose('Owner', { label: 'Bob Seller' });
      await expect(page.getByText('Given to Bob Seller')).toBeVisible();
    });
    await open();
    counted['Answer it, with the text that stands there'] = await presses.of(() => answer());
    await open();
    counted['Note something'] = await presses.of(async () => {
      await page.keyboard.press('n');
      await page.getByLabel('Note').fill('Rang, no answer');
      await page.getByLabel('Note').press('Control+Enter');
      await expect(page.getByRole('listitem').filter({ hasText: 'Rang, no answer' })).toBeVisible();
    });
    await open();
    counted['Come back on a day'] = await presses.of(async () => {
      await page.keyboard.press('b');
      await button('Tomorrow').click();
      await isClosed();
    });
    await open();
    counted['Send the link to choose a time'] = await presses.of(() => answer('Suggest a meeting'));
    await open();
    counted['Book a meeting for a caller'] = await presses.of(async () => {
      await page.keyboard.press('m');
      await page.getByRole('radio').first().click();
      await button('Book it').click();
      await isClosed();
    });
    counted['Lose it, with the reason'] = await presses.of(async () => {
      await presses.choose('State', 'lost');
      await page.getByRole('dialog').getByRole('radio').first().click();
      await button('Mark as lost').click();
      await isClosed();
    });
    await list();
    await expect(rows.nth(9)).toBeVisible();
    counted['Give ten to a colleague'] = await presses.of(async () => {
      const boxes = page.getByRole('checkbox', { name: /^Choose / });
      await button('Choose several').click();
      await boxes.first().click();
      await boxes.nth(9).click({ modifiers: ['Shift'] });
      await expect(page.getByText('10 chosen')).toBeVisible();
      await presses.choose('Give to', { label: 'Bob Seller' });
      await expect(page.getByText('10 leads: given to Bob Seller')).toBeVisible();
    });
    counted['Take the list out as a file'] = await presses.of(() => Promise.all([page.waitForEvent('download'), button('CSV').click()]));
    counted['Make a lead by hand'] = await presses.of(async () => {
      await button('By hand…').click();
      const typed = { Name: long.name, Surname: long.surname, Email: 'grace@clients.example' };
      for (const [label, value] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(value);
      await button('Make the lead').click();
      await expect(page.getByRole('heading', { level: 1, name: fullName })).toBeVisible();
    });
    const table = Array.from((await readFile('docs/desk.md', 'utf8')).matchAll(/^\| (.+?) \| (\d+) \| (?:(\d+)[ :|])?/gm));
    expect(Object.fromEntries(table.map(([, job, count]) => [job, Number(count)]))).toMatchObject(counted);
    expect(table.filter(([, job = '', , theirs = Infinity]) => (counted[job] ?? 0) > Number(theirs))).toEqual([]);

    await test.step('a name of 70 letters stays in its line on a phone', async () => {
      await page.setViewportSize({ width: 360, height: 780 });
      const stays = async (where: string) => {
        await expect(page.getByText(long.name).first(), where).toBeVisible();
        // Polled, because the window has its new width before the page is laid out in it.
        await expect.poll(() => beyondScreen(page), where).toEqual([]);
      };
      await stays('the page of a lead');
      for (const [key, title] of [
        ['r', 'Answer'],
        ['b', 'Come back'],
        ['m', 'Book a meeting'],
      ] as const) {
        await page.keyboard.press(key);
        await expect(page.getByRole('dialog', { name: title })).toBeVisible();
        expect(await beyondScreen(page), title).toEqual([]);
        if (key === 'b') await button('Today').click();
        else await page.keyboard.press('Escape');
        await isClosed();
      }
      await page.goto('/today');
      await stays('Today');
      await page.goto('/leads?view=mine');
      await stays('the list');
    });
  } finally {
    await desk.close();
    await peer.close();
  }
});

/** What lies to the right of the screen, by its text. */
function beyondScreen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isClipped = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).overflowX !== 'visible' || isClipped(element.parentElement));
    const all = Array.from(document.body.querySelectorAll('*'));
    const beyond = all.filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !isClipped(one.parentElement));
    const scrolls = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : [];
    return [...scrolls, ...beyond.map((one) => `${one.tagName} ${one.textContent.slice(0, 60)}`)];
  });
}
