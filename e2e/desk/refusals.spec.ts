import { expect, test, type Locator, type Page } from '@playwright/test';
import { sampleCv } from '../../server/recruiting/sample-cv.ts';
import { startPeer, type Peer } from '../crash/smtp-peer.ts';
import { accessibilityFaults } from '../fixtures/accessibility.ts';
import { commandLine } from '../fixtures/server.ts';
import { openDesk, type OpenDesk } from '../fixtures/desk-page.ts';
import { inTurn } from '../../server/testing/rotation.testing.ts';

let desk: OpenDesk;
let peer: Peer;

test.beforeAll(async ({ browser }) => {
  peer = await startPeer();
  desk = await openDesk(browser, { peer });
});

test.afterAll(async () => {
  await desk.close();
  await peer.close();
});

inTurn(test, 0)('several are chosen and refused with one text, each by name; who cannot be mailed is named with the reason', async () => {
  await commandLine(desk.server, ['desk', 'sample', '100']);
  for (const name of ['Ada', 'Bob', 'Cleo']) await apply(name, desk);
  const page = await desk.open({ name: 'Hanna Recruiter', address: 'hanna@desk-refusals.internal', roles: ['hr'] });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/applications?view=all');
  const list = page.getByRole('list', { name: 'Applications' });
  await expect(list.getByRole('link').nth(2)).toContainText('Ada Quill');
  // Chooses by key and by pointer; on a phone everything is reachable, too.
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByRole('checkbox', { name: 'Choose Cleo Quill' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Choose Ada Quill' }).click({ modifiers: ['Shift'] });
  await expect(page.getByText('3 chosen')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Choose Bob Quill' }).click();
  await expect(page.getByText('2 chosen')).toBeVisible();
  await list.getByRole('listitem').filter({ hasText: 'Interview' }).first().getByRole('checkbox').click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Refuse 3…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('a sample, to which nothing is sent')).toBeVisible();
  await expect(dialog.getByText('is at Interview')).toBeVisible();
  await expect(dialog.getByLabel('Mail')).toHaveValue(/^Hello \[name\],/);
  await expect(dialog.getByRole('button', { name: 'Send 2 refusals' })).toBeInViewport({ ratio: 1 });
  // Only an applicant who cannot be mailed is noted as mailed by other means.
  await expect(dialog.getByRole('button', { name: /^Note/ })).toHaveText('Note the one without mail as sent');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByLabel('Mail').press('Control+Enter');
  await expect(page.getByText('2 applications are refused.')).toBeVisible();
  // Only the sample is left, and can be noted.
  await dialog.getByRole('button', { name: 'Note the one without mail as sent' }).click();
  await expect(dialog).toHaveCount(0);
  for (const name of ['Ada', 'Cleo']) await expect(list.getByRole('link').filter({ hasText: `${name} Quill` })).toContainText('Rejected');
  await expect(list.getByRole('link').filter({ hasText: 'Bob' })).toContainText('New');
  for (const name of ['ada', 'cleo']) await expect.poll(() => refusalsTo(name)).toHaveLength(1);
  expect(refusalsTo('bob')).toEqual([]);
  expect(refusalsTo('ada')[0]).toContain('Hello Ada Quill,');
  await expectHistory(page);
});

inTurn(test, 0)(
  'without a mail server none is sent: all are noted at once; what is written for one position is not offered for another',
  async ({ browser }) => {
    const unmailed = await openDesk(browser);
    try {
      await apply('Ada', unmailed);
      await apply('Bob', unmailed, 'Content Manager');
      const page = await unmailed.open({ name: 'Hanna Recruiter', address: 'hanna@desk-unmailed.internal', roles: ['hr'] });
      await page.goto('/applications');
      await page.getByRole('button', { name: 'Choose several' }).click();
      const [ada, bob] = ['Ada', 'Bob'].map((name) => page.getByRole('checkbox', { name: `Choose ${name} Quill` })) as [Locator, Locator];
      const dialog = page.getByRole('dialog');
      const mail = dialog.getByLabel('Mail');
      await bob.check();
      await page.getByRole('button', { name: 'Refuse 1…' }).click();
      await expect(dialog.getByText('This server cannot send mail yet.')).toBeVisible();
      await expect(dialog.getByRole('button', { name: /^Send/ })).toHaveCount(0);
      expect(await accessibilityFaults(page)).toEqual([]);
      await mail.fill('Hello [name], we have our content manager.');
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await bob.uncheck();
      await ada.check();
      await page.getByRole('button', { name: 'Refuse 1…' }).click();
      await expect(mail).toHaveValue(/^Hello \[name\],\n/);
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await bob.check();
      await page.getByRole('button', { name: 'Refuse 2…' }).click();
      await dialog.getByRole('button', { name: 'Note 2 as sent' }).click();
      await expect(page.getByText('2 applications are refused.')).toBeVisible();
      await expect(dialog).toHaveCount(0);
    } finally {
      await unmailed.close();
    }
  },
);

async function expectHistory(page: Page): Promise<void> {
  await page.goto('/applications?stage=rejected');
  await page.getByRole('list', { name: 'Applications' }).getByRole('link', { name: 'Ada' }).click();
  await expect(page.getByText('Polite refusal sent')).toBeVisible();
  await expect(page.getByText('New → Rejected')).toBeVisible();
}

function refusalsTo(name: string): string[] {
  return peer.mails
    .filter(({ to, text }) => to === `${name}@applicants.internal` && text.includes('go on with somebody else'))
    .map(({ text }) => text);
}

async function apply(name: string, { server }: OpenDesk, subject = 'Generic'): Promise<void> {
  const body = new FormData();
  const message = 'I compute Bernoulli numbers by machine.';
  const answers = {
    name,
    lastname: 'Quill',
    email: `${name.toLowerCase()}@applicants.internal`,
    phone: '+390212345678',
    subject,
    message,
  };
  for (const [field, value] of Object.entries(answers)) body.set(field, value);
  body.set('cv', new Blob([new Uint8Array(sampleCv([name]))], { type: 'application/pdf' }), 'cv.pdf');
  // A busy server asks to try again.
  await expect.poll(async () => (await fetch(`${server.url}/recruiting/applications`, { method: 'POST', body })).status).toBe(201);
}
