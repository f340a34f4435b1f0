import { careerMessages } from '../../contract/forms/career.ts';
import { postingPath } from '../../contract/posting.ts';
import { careers } from '../../site/content/careers.ts';
import { company } from '../../site/content/company.ts';
import { postings } from '../../site/content/postings.ts';
import { applicationsOf, makePdf } from '../fixtures/applications.ts';
import { expect, hydrated, test as everyRun } from '../fixtures/test.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

const test = everyEighthRun(everyRun, 3);

const position = postings.at(-1)!;
const countryOf = (posting: (typeof postings)[number]) => company.offices.find(({ city }) => city === placeOf(posting))!.countryCode;
const placeOf = ({ title1 }: (typeof postings)[number]) => title1.split(' | ')[0]!;

test('a card leads to its position with its subject, and a reload shows the same', async ({ page }) => {
  await page.goto('/careers');
  await hydrated(page);
  await page.getByRole('link', { name: `Apply now for ${position.title2}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(position.title2);
  await expect(page).toHaveURL(postingPath(position));
  expect((await page.title()).startsWith(`${position.title2}, ${placeOf(position)}`)).toBe(true);
  await expect(page.locator('input[name=subject]')).toHaveValue(position.title2);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(position.title2);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('CAREERS');
});

test('every position has every text, and the same as search engines read it', async ({ page, server }) => {
  for (const posting of postings) {
    const html = await (await page.request.get(`${postingPath(posting)}&utm_source=board`)).text();
    const { data, canonical, robots, ...said } = await page.evaluate(readPosition, html);
    const { textResponsibility, textSkills, textPersonal, textSoftware, textNiceToHave, textIntro } = posting;
    const texts = [textIntro, textResponsibility, textSkills, textPersonal, textSoftware, textNiceToHave].flat();
    expect(said.headings).toEqual(expect.arrayContaining([posting.title2, ...Object.values(careers.parts)]));
    expect(said.texts).toEqual(expect.arrayContaining([posting.title1, ...texts]));
    expect([canonical, robots]).toEqual([[server.url + postingPath(posting)], 0]);
    expect(data).toMatchObject({
      '@type': 'JobPosting',
      title: posting.title2,
      employmentType: posting.employmentType,
      datePosted: posting.datePosted,
      validThrough: `${posting.validThrough}T23:59:59Z`,
      hiringOrganization: { name: company.name },
      jobLocation: { address: { addressLocality: placeOf(posting), addressCountry: countryOf(posting) } },
    });
    const described = [...data.description.matchAll(/<(p|li)>(.*?)<\/\1>/g)].map(([, , text = '']) => text.replaceAll('&amp;', '&'));
    expect(described).toEqual(texts);
  }
});

test('an unknown position leads back to the open ones with a word, none at all without', async ({ page }) => {
  await page.goto('/jobs?position=astronaut');
  await expect(page).toHaveURL(/\/careers\?notice=unknown$/);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(careers.unknown);
  await page.goto('/jobs');
  await expect(page).toHaveURL(/\/careers$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('CAREERS');
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
});

test('a position that closed meanwhile leads back with a word of its own', async ({ ownSession: { page } }) => {
  await page.goto('/careers');
  await hydrated(page);
  const link = page.getByRole('link', { name: `Apply now for ${position.title2}` });
  await expect(link).toBeVisible();
  await page.clock.setFixedTime(new Date('2100-01-01T12:00:00Z'));
  await link.click();
  await expect(page).toHaveURL(/\/careers\?notice=closed$/);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(careers.closed);
});

test('an application from a position carries its title', async ({ page, server }) => {
  await page.goto(postingPath(position));
  await hydrated(page);
  await page.getByRole('link', { name: 'Apply now' }).click();
  const form = page.getByRole('main').locator('form');
  await expect(form.getByLabel(/^Name/)).toBeInViewport();
  await form.getByLabel(/^Name/).fill('Ada');
  await form.getByLabel(/^Last name/).fill('Lovelace');
  await form.getByLabel(/^Email/).fill('intern@example.com');
  await form.getByLabel(/^Phone/).fill('+390212345678');
  await form.getByLabel(/^Message/).fill('My thesis asks one of your questions already.');
  await form.locator('input[type=file]').setInputFiles({ name: 'ada.pdf', mimeType: 'application/pdf', buffer: makePdf(5000) });
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('dialog').getByText(careerMessages.success)).toBeVisible();
  const [application] = (await applicationsOf(server)).filter(({ email }) => email === 'intern@example.com');
  expect(application?.answers.subject).toBe(position.title2);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a position reads in full, and an unknown one says so and lists the open ones', async ({ page }) => {
    await page.goto(postingPath(position));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(position.title2);
    for (const text of position.textResponsibility) await expect(page.getByText(text)).toBeVisible();
    await page.goto('/jobs?position=astronaut');
    await expect(page.getByText(careers.unknown)).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: position.title2 }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(position.title2);
  });
});

/** What the document of a position says, parsed without loading it in a window, which would add nothing. */
function readPosition(html: string) {
  const found = new DOMParser().parseFromString(html, 'text/html');
  const textsOf = (selector: string) => [...found.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());
  return {
    headings: textsOf('main :is(h1, h2, h3)'),
    texts: textsOf('main :is(p, li, span, div)'),
    canonical: [...found.querySelectorAll<HTMLLinkElement>('link[rel=canonical]')].map(({ href }) => href),
    robots: found.querySelectorAll('meta[name=robots]').length,
    data: JSON.parse(textsOf('script[type="application/ld+json"]')[0] ?? '') as { description: string },
  };
}
