// Takes pictures of pages and their states, for a visual check: node e2e/screens.ts --help
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from '@playwright/test';
import config from '../playwright.config.ts';
import { hydrated } from './fixtures/test.ts';
import { discard, startServer } from './fixtures/server.ts';

const HELP = `Usage: node e2e/screens.ts --out FOLDER [PATH[#state]…]

Takes pictures of the built site (npm run build) at 360, 820 and 1440 px, both themes where --themes is given.

  --out FOLDER    where the pictures go
  --widths A,B    other widths
  --themes        every page in the other theme as well
  --fold          what fits the window, not the whole page
  --url ORIGIN    a server that runs already
  --help          shows this

States: #top (default), #dialog (the first button that opens the contact modal), #invalid (the same, sent empty), #drawer (the menu)
Without a PATH: / /#dialog /#invalid /#drawer /cognitivepro /bookLanding /confirm /formsent /verify /no-such-page`;

const DEFAULT = [
  '/',
  '/#dialog',
  '/#invalid',
  '/#drawer',
  '/cognitivepro',
  '/bookLanding',
  '/confirm',
  '/formsent',
  '/verify',
  '/no-such-page',
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    widths: { type: 'string', default: '360,820,1440' },
    themes: { type: 'boolean', default: false },
    fold: { type: 'boolean', default: false },
    url: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help || !values.out) console.log(HELP);
else await takeAll(values.out);

async function takeAll(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const server = values.url ? undefined : await startServer();
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    for (const target of positionals.length > 0 ? positionals : DEFAULT) {
      for (const width of values.widths.split(',').map(Number)) {
        for (const other of values.themes ? [false, true] : [false]) {
          await take(browser, { origin: values.url ?? server?.url ?? '', target, width, other, folder });
        }
      }
    }
  } finally {
    await browser.close();
    if (server) await discard(server);
  }
}

type Picture = { origin: string; target: string; width: number; other: boolean; folder: string };

async function take(browser: Browser, { origin, target, width, other, folder }: Picture): Promise<void> {
  const [path = '/', state = 'top'] = target.split('#');
  const page = await browser.newPage({ baseURL: origin, viewport: { width, height: width < 600 ? 780 : 900 }, reducedMotion: 'reduce' });
  await page.goto(path);
  if (other) await page.evaluate(switchTheme);
  await enter(page, state);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  if (!values.fold && state === 'top') await loadLazy(page);
  const name = `${path === '/' ? 'home' : path.slice(1).replaceAll(/[^\w-]+/g, '-')}-${state}-${width}${other ? '-other-theme' : ''}.png`;
  await page.screenshot({ path: join(folder, name), fullPage: !values.fold && state === 'top' });
  console.log(join(folder, name));
  await page.close();
}

function switchTheme(): void {
  const { dataset } = document.documentElement;
  dataset['theme'] = dataset['theme'] === 'dark' ? 'light' : 'dark';
}

async function enter(page: Page, state: string): Promise<void> {
  if (state === 'top') return;
  await hydrated(page);
  if (state === 'drawer') return page.getByRole('button', { name: /menu/i }).first().click();
  await page.getByRole('main').locator('[role=button][href^="/form/"]').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  if (state === 'invalid') await dialog.locator('button[type=submit]').click();
}

async function loadLazy(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' });
      await new Promise((done) => requestAnimationFrame(done));
    }
    // Images that are out of sight, in a carousel or a closed dialog, never load.
    const patience = new Promise((done) => setTimeout(done, 3000));
    await Promise.race([patience, Promise.allSettled([...document.images].map((image) => image.decode()))]);
    scrollTo({ top: 0, behavior: 'instant' });
  });
}
