// Takes the pictures for docs/desk.md, with sample data: node e2e/desk-pictures.ts [FOLDER], after npm run build
import { disclosedLines } from '../contract/figures/disclosure.testing.ts';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import config from '../playwright.config.ts';
import { demoRequest, formPath } from './crash/demo-form.ts';
import { startPeer } from './crash/smtp-peer.ts';
import { openDesk, sendForm, type OpenDesk } from './fixtures/desk-page.ts';
import { commandLine } from './fixtures/server.ts';

const folder = process.argv[2] ?? join(import.meta.dirname, '../docs/pictures');

await takeAll();

async function takeAll(): Promise<void> {
  const browser = await chromium.launch(config.use?.launchOptions);
  const peer = await startPeer();
  // A fake setting that shows a CRM as connected. Nothing is ever sent for sample leads.
  const desk = await openDesk(browser, { peer, env: { HUBSPOT_SECRET: 'none' } });
  try {
    await commandLine(desk.server, ['desk', 'sample', '1600']);
    await desk.page.setViewportSize({ width: 1280, height: 800 });
    await takeLeads(desk);
    await takeMessagesAndApplication(desk.page);
    await takeFigures(desk.page);
    await takeReportingDate(desk.page);
    await desk.page.goto('/overview?days=90');
    await desk.page.getByRole('img', { name: /^Leads a day from/ }).waitFor();
    await desk.page.setViewportSize({ width: 1280, height: 860 });
    await take(desk.page, 'overview');
    await takeCrmFields(desk.page);
  } finally {
    await desk.close();
    await peer.close();
    await browser.close();
  }
}

async function takeLeads({ server, page }: OpenDesk): Promise<void> {
  const list = page.getByRole('list', { name: 'Leads' });
  await page.goto('/leads');
  await list.getByRole('link').nth(6).waitFor();
  await take(page, 'leads');
  await sendForm(server, formPath, { ...demoRequest('grace.hopper@clients.example'), name: 'Grace', surname: 'Hopper' });
  await list.getByRole('link').filter({ hasText: 'Grace Hopper' }).click();
  await page.getByLabel('Note').fill('Called: would like to see the platform with her team.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('listitem').filter({ hasText: 'with her team' }).waitFor();
  await page.getByRole('heading', { level: 1 }).click();
  await page.getByText('The note is added.').waitFor({ state: 'hidden' });
  await take(page, 'lead');
  await page.keyboard.press('r');
  await page.getByLabel('Answer', { exact: true }).waitFor();
  await take(page, 'answer');
}

async function takeMessagesAndApplication(page: Page): Promise<void> {
  await page.goto('/messages');
  await page.getByRole('button', { name: /^All/ }).click();
  await page.getByRole('list', { name: 'Messages' }).getByRole('link').nth(6).waitFor();
  await take(page, 'messages');
  await page.goto('/applications?stage=interview');
  await page.getByRole('list', { name: 'Applications' }).getByRole('link').first().click();
  await page.getByRole('heading', { name: 'CV', exact: true }).waitFor();
  await page.keyboard.press('c');
  await page.getByText('1 page', { exact: true }).waitFor();
  await take(page, 'application');
}

async function takeFigures(page: Page): Promise<void> {
  const days = Array.from({ length: 24 }, (_, month) => new Date(Date.UTC(2023, month + 1, 0)).toISOString().slice(0, 10));
  const rows = days.map((day, t) => `${day},${(100 + 0.6 * t + Math.sin(t)).toFixed(2)},${(100 + 0.3 * t).toFixed(2)}`);
  await page.goto('/figures');
  await page.getByRole('button', { name: 'Upload a track record' }).click();
  await upload(page, rows.slice(0, 12));
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Version 1', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Upload a file' }).click();
  await upload(page, rows.with(5, `${days[5]},140.50,101.50`));
  await page.getByRole('heading', { name: 'Headline figures' }).waitFor();
  await page.getByText('Uploaded as a draft.').waitFor({ state: 'hidden' });
  await take(page, 'figures');
}

async function takeReportingDate(page: Page): Promise<void> {
  await page.goto('/reporting-date');
  await page.getByLabel('Figures up to').fill('2024-09-30');
  await page.getByRole('button', { name: 'Look at it as a draft' }).click();
  await page.getByRole('heading', { name: 'Draft: Q3-2024' }).waitFor();
  await page
    .getByRole('heading', { name: /^Now: / })
    .first()
    .waitFor();
  await take(page, 'reporting-date');
}

async function takeCrmFields(page: Page): Promise<void> {
  await page.goto('/deliveries');
  await page.getByRole('button', { name: 'CRM fields' }).click();
  await page.getByRole('button', { name: 'Change: phone' }).click();
  await page.getByLabel('It gets').waitFor();
  await page.setViewportSize({ width: 1280, height: 960 });
  await take(page, 'crm-fields');
}

async function upload(page: Page, rows: readonly string[]): Promise<void> {
  const text = ['# id: alpine', '# name: Alpine Income', 'date,portfolio,Euro Bonds', ...rows, ...disclosedLines, ''].join('\n');
  await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'alpine.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Upload as a draft' }).click();
  await page.getByRole('heading', { level: 1, name: /^Alpine Income, draft/ }).waitFor();
}

/** Takes a screenshot of the visible part of a page. */
async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null && document.getAnimations().length === 0);
  await page.screenshot({ path: join(folder, `desk-${name}.png`) });
}
