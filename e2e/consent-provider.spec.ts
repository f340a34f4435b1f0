import { cookiePolicy } from '../site/content/cookies.ts';
import { expect, test } from './fixtures/test.ts';
import { inTurn } from '../server/testing/rotation.testing.ts';

const ID = '6c7a3e5d-0f1b-4b58-9a52-3f0d8f6f2f11';

test.use({ settings: { CONSENT_ID: ID } });

/** A fake consent provider with the features that the site relies on: inline styles, HTML written by a script, and events for the choice. */
const PROVIDER = `
  const box = document.createElement('div');
  box.innerHTML = '<style>#provider { position: fixed; inset: auto 0 0 }</style><div id="provider" role="region" aria-label="Provider"><button>Allow</button></div>';
  document.body.append(box);
  const answer = (statistics) => {
    window.Cookiebot = { consent: { statistics, marketing: false }, hasResponse: true, consentUTC: new Date(), renew: () => { box.hidden = false; } };
    box.hidden = true;
    dispatchEvent(new Event(statistics ? 'CookiebotOnAccept' : 'CookiebotOnDecline'));
  };
  box.querySelector('button').addEventListener('click', () => answer(true));
`;

inTurn(test, 2)("the provider's script and declaration load by its id, in place of the site's own banner", async ({ page, watched }) => {
  watched.allow(/third party: https:\/\/consent\.cookiebot\.com/);
  const asked: string[] = [];
  await page.route('https://consent.cookiebot.com/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    asked.push(pathname);
    const declares = `document.getElementById('CookieDeclaration').insertAdjacentHTML('afterend', '<p>Declared by the provider</p>');`;
    await route.fulfill({ contentType: 'text/javascript', body: pathname === '/uc.js' ? PROVIDER : declares });
  });

  await page.goto('/cookies');
  const provider = page.getByRole('region', { name: 'Provider' });
  await expect(provider).toBeVisible();
  await expect(page.locator('script#Cookiebot')).toHaveAttribute('data-cbid', ID);
  await expect(page.getByText('Declared by the provider')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Choice of cookies' })).toHaveCount(0);

  await provider.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('status')).toContainText(`${cookiePolicy.choice.accepted} measurement.`);
  await page.getByRole('button', { name: cookiePolicy.choice.change }).click();
  await expect(provider).toBeVisible();
  expect(asked.sort()).toEqual([`/${ID}/cd.js`, '/uc.js']);
});
