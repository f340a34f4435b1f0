import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { mailboxOf, linkIn } from '../fixtures/mailbox.ts';
import { commandLine, discard, startServer, type RunningServer } from '../fixtures/server.ts';
import { expect, test } from '../fixtures/test.ts';
import { inTurn } from '../../server/testing/rotation.testing.ts';

const root = join(import.meta.dirname, '../..');
const COPIED = [
  'contract',
  'ui',
  'site',
  'server',
  'scripts',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.base.json',
];
const LABEL = 'Assets under management';

let copy: string;
let server: RunningServer;

test.describe.configure({ timeout: 600_000 });

test.beforeAll(async () => {
  test.setTimeout(600_000);
  copy = await mkdtemp(join(tmpdir(), 'cognitive-field-'));
  for (const name of COPIED) {
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: (path) => !path.includes('node_modules') });
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  await declareField(join(copy, 'contract/forms/contact.ts'));
  // Compressed files are of no use here, and take a quarter of the build.
  await writeFile(join(copy, 'scripts/build/compress.ts'), 'export async function compressFiles() {}\n');
  await promisify(execFile)(process.execPath, ['scripts/build.mjs', 'site', 'server'], { cwd: copy });
  server = await startServer({ build: join(copy, 'dist') });
});

test.afterAll(async () => {
  if (server) await discard(server);
  await rm(copy, { recursive: true, force: true });
});

inTurn(test, 0)(
  'a field declared in one file is on the page, in both validations, in the store, the mail and the API document',
  async ({ page, watched }) => {
    watched.allow(/request to a third party/);
    const { url } = server;
    const body = {
      name: 'Ada',
      surname: 'Lovelace',
      email: 'field@example.com',
      phone: '+39 02 1234567',
      role: 'Asset Manager',
      company: 'Engines',
    };

    await test.step('the page shows it and checks it', async () => {
      await page.goto(url);
      await page.getByRole('banner').getByRole('button', { name: 'Book a demo' }).click();
      const field = page.getByRole('dialog').getByLabel(LABEL);
      await expect(field).toBeVisible();
      await field.fill('a lot');
      await page.getByRole('dialog').getByRole('button', { name: 'Book my demo' }).click();
      await expect(page.getByRole('dialog').getByText('The assets are a number').first()).toBeVisible();
    });

    await test.step('the server checks it with the same message', async () => {
      const answer = await page.request.post(`${url}/cognitivepro/forms/home_bad`, { data: { ...body, assets: 'a lot' } });
      expect(answer.status()).toBe(422);
      expect(await answer.json()).toMatchObject({ errors: { assets: 'The assets are a number' } });
      expect((await page.request.post(`${url}/cognitivepro/forms/home_bad`, { data: body })).status()).toBe(422);
    });

    await test.step('it is stored, and shown to staff', async () => {
      expect((await page.request.post(`${url}/cognitivepro/forms/home_bad`, { data: { ...body, assets: '250' } })).status()).toBe(201);
      const [lead] = JSON.parse(await commandLine(server, ['leads', '--json'])) as Array<{ answers: Record<string, string> }>;
      expect(lead?.answers).toEqual({ ...body, assets: '250' });
      expect(await commandLine(server, ['leads', '--csv'])).toMatch(/,assets,/);
      const mailbox = mailboxOf(server.dataDir);
      await page.goto(linkIn(await mailbox.waitFor(body.email), /https?:\/\/\S+\/verify\?token=[\w-]+/));
      await page.getByRole('main').getByRole('button').click();
      const notice = await mailbox.waitFor('sales@cognitivepro.example', /Ada Lovelace/);
      expect(notice.text).toContain(`${LABEL}: 250`);
    });

    await test.step('the API document names it', async () => {
      const document = await (await page.request.get(`${url}/openapi.json`)).json();
      expect(document.components.schemas.bookademo.allOf[1].properties.assets.title).toBe(LABEL);
      expect(document.components.schemas.bookademo.allOf[1].required).toContain('assets');
    });
  },
);

async function declareField(file: string): Promise<void> {
  const source = await readFile(file, 'utf8');
  const field = `{ name: 'assets', label: '${LABEL}', kind: 'text', missing: 'The assets are a number', schema: v.pipe(v.string(), v.maxLength(15, 'The assets are a number'), v.regex(/^\\d+$/, 'The assets are a number')) },`;
  const changed = source
    .replace(/(= byName\(\[)/, `$1\n  ${field}`)
    .replace(/(contactForm\('bookademo', \d+, \[)/, `$1...required('assets'), `);
  expect(changed.length).toBeGreaterThan(source.length + field.length + 22);
  await writeFile(file, changed);
}
