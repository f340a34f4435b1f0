import { shippedCompany } from '../contract/company-details.ts';
import { RISK_WARNING } from '../contract/legal.ts';

const { legalName } = shippedCompany;
import { readPages } from '../server/testing/read-pdf.testing.ts';
import { expect, hydrated, test as everyRun } from './fixtures/test.ts';
import { everyEighthRun, inTurn } from '../server/testing/rotation.testing.ts';

const test = everyEighthRun(everyRun, 0);

test('on paper: light, whose and from where at the foot of each sheet, nothing that only acts on a screen, no card cut', async ({
  page,
  server,
}) => {
  await page.goto('/cognitivepro');
  await page.emulateMedia({ media: 'print' });
  const canvas = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--canvas').trim());
  expect(canvas).toMatch(/^#f{3,6}$/i);
  for (const name of ['header#header', 'main button', '[aria-roledescription=carousel]'])
    expect(await page.locator(name).filter({ visible: true }).count(), name).toBe(0);

  await page.goto('/insights');
  // The page's script adds the footer of each sheet, so wait for it.
  await expect(page.locator('html')).toHaveAttribute('data-ready');
  const names = await page.locator('article', { hasText: 'Managed since' }).locator('h3').allTextContents();
  const sheets = await readPages(await page.pdf({ preferCSSPageSize: true }));
  for (const sheet of sheets) for (const said of [legalName, RISK_WARNING, `${server.url}/insights`]) expect(sheet).toContain(said);
  const cards = sheets.flatMap((sheet) => names.filter((name) => sheet.includes(name)).map((name) => [name, sheet] as const));
  expect(cards.map(([name]) => name).toSorted()).toEqual(names.toSorted());
  // As many returns as names, so no card is split between two sheets.
  for (const sheet of new Set(cards.map(([, sheet]) => sheet))) {
    const own = cards.filter(([, other]) => other === sheet).length;
    expect(sheet.match(/Managed since/g)).toHaveLength(own);
    expect(sheet.match(/Total net return/g)?.length).toBeGreaterThanOrEqual(own);
  }
});

for (const [place, path] of ['/', '/insights', '/cognitivepro'].entries()) {
  inTurn(test, place)(
    `${path}: on paper no heading stands last on a sheet, and no figure apart from what explains it`,
    async ({ page }) => {
      await page.goto(path);
      const headings = (await page.locator('main :is(h1, h2, h3)').allTextContents()).map(plain).filter(Boolean);
      const figures = await page
        .locator('[data-counters] > div')
        .evaluateAll((all) => all.map(({ children }) => [...children].map((part) => part.textContent)));
      const sheets = (await readPages(await page.pdf({ format: 'A4' }))).map(plain);
      const bodies = sheets.map((sheet) => sheet.slice(0, sheet.lastIndexOf(plain(`${legalName}, `))));
      expect(bodies.filter((body) => body.length < 100)).toEqual([]);
      for (const body of bodies) expect(headings.filter((heading) => body.endsWith(heading))).toEqual([]);
      for (const figure of figures) {
        // The text of a PDF mixes the lines of two columns, but each part stays in one piece.
        const parts = figure.map((part) => plain(part).slice(0, 20));
        expect(
          bodies.filter((body) => parts.every((part) => body.includes(part))),
          parts.join(': '),
        ).toHaveLength(1);
      }
      // The footer of each sheet already has the warning.
      await page.emulateMedia({ media: 'print' });
      await expect(page.locator('#footer').getByText(RISK_WARNING)).toBeHidden();
    },
  );
}

test('what passes by on a screen stands on paper whole, each once', async ({ page }) => {
  await page.emulateMedia({ media: 'print', reducedMotion: 'no-preference' });
  await page.goto('/about');
  const marks = page.getByRole('region', { name: 'FEATURED IN' }).locator('img').filter({ visible: true });
  await expect(marks).toHaveCount(20);
  const cut = await marks.evaluateAll((all) => all.filter((mark) => mark.getBoundingClientRect().right > document.body.clientWidth).length);
  expect(cut).toBe(0);
});

/** Removes white space, because PDFs break lines and words anywhere. */
function plain(text: string): string {
  return text.replaceAll(/\s/g, '').toLowerCase();
}

test('a dialog of several parts is printed one below the other', async ({ page }) => {
  await page.goto('/bookLanding');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  // Both boxes are measured in one call: on a busy machine the layout for paper may come between two calls.
  const gap = () =>
    dialog.evaluate((element) => {
      const [title, text] = ['h2', 'p'].map((name) => element.querySelector(name)!.getBoundingClientRect());
      return text!.top - title!.bottom;
    });
  await expect.poll(gap).toBeGreaterThanOrEqual(0);
});

test('details that stand open are what is printed, all of them', async ({ page }) => {
  await page.goto('/insights');
  await hydrated(page);
  await page.getByRole('button', { name: 'Show More' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goto('/insights/landing');
  await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible();
  const text = (await readPages(await page.pdf({ preferCSSPageSize: true }))).join(' ');
  for (const heading of ['Annualized net returns', 'Growth of 100', 'Risk', 'Calendar years', 'Months']) expect(text).toContain(heading);
  expect(text).not.toContain('Quarterly metrics');
});

for (const [place, path] of ['/', '/cognitivepro', '/insights'].entries()) {
  inTurn(test, place)(`${path}: in forced colours every line, bar and label stands out from its ground`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    await page.goto(path);
    const { shapes, lost } = await page.evaluate(() => {
      const canvas = getComputedStyle(document.body).backgroundColor;
      const all = [...document.querySelectorAll<SVGGraphicsElement>('main svg :is(path, line, rect, circle, text)')].filter(
        // Icons inside buttons get their colour and background from the button.
        (shape) => shape.closest('button, a, clipPath, defs') === null,
      );
      const onGround = (label: SVGGraphicsElement) => {
        const { x, y, width, height } = label.getBBox();
        const middle = new DOMPoint(x + width / 2, y + height / 2);
        const cells = label.ownerSVGElement!.querySelectorAll<SVGGeometryElement>('path, rect');
        return [...cells].some((cell) => cell.isPointInFill(middle) && ![canvas, 'none'].includes(getComputedStyle(cell).fill));
      };
      const unseen = all.filter((shape) => {
        const { stroke, fill } = getComputedStyle(shape);
        if (![stroke, fill].every((paint) => paint === 'none' || paint === canvas)) return false;
        return shape.localName !== 'text' || !onGround(shape);
      });
      return { shapes: all.length, lost: unseen.map((shape) => shape.outerHTML.slice(0, 120)) };
    });
    expect(shapes).toBeGreaterThan(20);
    expect(lost).toEqual([]);
  });
}
