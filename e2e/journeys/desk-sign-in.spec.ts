import { expect, test, type Page } from '@playwright/test';
import { freePort } from '../../server/testing/free-port.testing.ts';
import { accessibilityFaults } from '../fixtures/accessibility.ts';
import { linkIn, mailboxOf } from '../fixtures/mailbox.ts';
import { watch } from '../fixtures/page-faults.ts';
import { discard, startServer } from '../fixtures/server.ts';
import { inTurn } from '../../server/testing/rotation.testing.ts';

const ADDRESS = 'grace@desk-sign-in.internal';

test('the first administrator comes in by the printed link, and comes back by a passkey and by a link in a mail', async ({ page }) => {
  const DESK_PORT = String(await freePort());
  const server = await startServer({ env: { DESK_PORT } });
  const desk = `http://localhost:${DESK_PORT}`;
  const watched = await watch(page.context(), desk);
  try {
    await expect.poll(() => server.output()).toContain('the desk is served');
    await page.goto(/http:\S+\/first\?token=[\w-]{43}/.exec(server.output())![0]);
    // The sign-in page has the desk's font and colours, too.
    expect(await page.evaluate(async () => (await document.fonts.load('600 1rem Barlow')).length)).toBe(1);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await page.getByRole('button', { name: 'Begin as administrator' }).click();
    await page.getByLabel('Name').fill('Grace');
    await page.getByLabel('Work address').fill(ADDRESS);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.waitForURL((url) => url.pathname !== '/welcome');

    await giveAuthenticator(page);
    await page.goto(`${desk}/account`);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByText('Never used')).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await signOut(page);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL((url) => url.pathname !== '/sign-in');

    await page.goto(`${desk}/account`);
    await expect(page.getByText(ADDRESS)).toBeVisible();
    await signOut(page);
    await page.getByLabel('Work address').fill(ADDRESS);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await expect(page.getByRole('heading', { name: 'Your link is a file' })).toBeVisible();
    const mail = await mailboxOf(server.dataDir).waitFor(ADDRESS, /Sign in/);
    await page.goto(linkIn(mail, /http:\S+\/sign-in\/link\?token=[\w-]{43}/));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
    await page.goto(`${desk}/account`);
    await expect(page.getByText(ADDRESS)).toBeVisible();
    expect(watched.faults()).toEqual([]);
  } finally {
    await discard(server);
  }
});

inTurn(test, 0)('where a passkey is required the first link leads to one, and the desk opens by it', async ({ page }) => {
  const DESK_PORT = String(await freePort());
  const server = await startServer({ env: { DESK_PORT, DESK_PASSKEYS: 'required' } });
  const watched = await watch(page.context(), `http://localhost:${DESK_PORT}`);
  try {
    await giveAuthenticator(page);
    await expect.poll(() => server.output()).toContain('the desk is served');
    await page.goto(/http:\S+\/first\?token=[\w-]{43}/.exec(server.output())![0]);
    await page.getByRole('button', { name: 'Begin as administrator' }).click();
    await page.getByLabel('Name').fill('Grace');
    await page.getByLabel('Work address').fill(ADDRESS);
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(page.getByText('Here the desk opens with a passkey alone')).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/account');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByRole('navigation').first()).toBeVisible();
    expect(watched.faults()).toEqual([]);
  } finally {
    await discard(server);
  }
});

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
}

/** Adds a virtual security key that confirms at once and identifies its user. */
async function giveAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
