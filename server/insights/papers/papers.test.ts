import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shippedCompany } from '../../../contract/company-details.ts';
import { RISK_WARNING } from '../../../contract/legal.ts';
import { paperImage, type Paper } from '../../../contract/paper.ts';
import { dataPaths } from '../../../contract/portfolio.ts';
import { testApp } from '../../testing/app.testing.ts';
import { readPages, readTags } from '../../testing/read-pdf.testing.ts';
import { UsageError } from '../../cli/command.ts';
import { recordedNowhere, testContext } from '../../testing/command.testing.ts';
import { freshStore, temporaryFolder, testOnStores } from '../../store/store.testing.ts';
import { createPapersCommand } from '../commands/papers-command.ts';

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n%%EOF\n');
const PNG = Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1');

describe('papers', () => {
  test('are added, listed in their order, replaced and removed', async () => {
    const { run, file, get } = await setUp();
    await run('add', await file('Outlook 2025.pdf', PDF), '--descr', 'Rates.', '--image', await file('cover.png', PNG));
    await run('add', await file('b.pdf', PDF), '--name', 'How figures are made', '--id', 'figures', '--descr', 'Formulas.', '--first');
    expect((await get(dataPaths.papers)).json<Paper[]>()).toEqual([
      { id: 'figures', name: 'How figures are made.pdf', descr: 'Formulas.', img: null, webViewLink: '/resources/papers/figures.pdf' },
      {
        id: 'outlook-2025',
        name: 'Outlook 2025.pdf',
        descr: 'Rates.',
        img: '/resources/papers/outlook-2025.png?size=440',
        webViewLink: '/resources/papers/outlook-2025.pdf',
      },
    ]);
    const again = ['add', await file('b.pdf', PDF), '--name', 'How figures are made', '--id', 'figures', '--descr', 'Better.'];
    expect((await run(...again, '--replace')).printed).toBe('figures: on the insights page, in the place of the one before.');
    expect((await get(dataPaths.papers)).json<Paper[]>().map((paper) => paper.descr)).toEqual(['Better.', 'Rates.']);
    await run('remove', 'figures');
    expect((await get(dataPaths.papers)).json<Paper[]>()).toHaveLength(1);
  });

  test('are never replaced before it was shown what is lost', async () => {
    const { run, file, get } = await setUp();
    await run('add', await file('Outlook.pdf', PDF), '--descr', 'Rates.', '--image', await file('cover.png', PNG));
    const before = (await get(dataPaths.papers)).body;
    const { code, printed } = await run('add', await file('Outlook.pdf', PDF), '--descr', 'Rates and shares.');
    expect(code).toBe(1);
    expect(printed).toMatch(/paper outlook already, of 2025-06-01\. It would be gone for good:/);
    expect(printed).toMatch(/description +Rates\. +Rates and shares\.\n/);
    expect(printed).toMatch(/picture +one +none\n/);
    expect((await get(dataPaths.papers)).body).toBe(before);
  });

  testOnStores('are served as what they are, with a tag, and nothing else is', async () => {
    const { run, file, get } = await setUp();
    await run('add', await file('Résumé.pdf', PDF), '--id', 'one', '--descr', 'x', '--image', await file('cover.png', PNG));
    const pdf = await get('/resources/papers/one.pdf');
    expect([pdf.statusCode, pdf.headers['content-type'], pdf.rawPayload.equals(PDF)]).toEqual([200, 'application/pdf', true]);
    expect(pdf.headers['content-disposition']).toBe("inline; filename*=UTF-8''R%C3%A9sum%C3%A9.pdf");
    expect(pdf.headers['x-content-type-options']).toBe('nosniff');
    expect((await get('/resources/papers/one.pdf', { 'if-none-match': String(pdf.headers.etag) })).statusCode).toBe(304);
    const image = await get('/resources/papers/one.png?size=440');
    expect([image.headers['content-type'], image.rawPayload.equals(PNG)]).toEqual(['image/png', true]);
    for (const path of ['two.pdf', 'one.html', 'one.svg', 'one.jpg', 'one', '..%2Fone.pdf', 'one.pdf%00', 'ONE.pdf']) {
      expect((await get(`/resources/papers/${path}`)).statusCode).toBe(404);
    }
  });
});

describe('npm run papers', () => {
  test.each<[string, string[], RegExp]>([
    ['no file', ['add'], /needs a file/],
    ['a file that is not there', ['add', '/nowhere.pdf', '--descr', 'x'], /cannot be read/],
    ['no description', ['add', 'PDF'], /--descr is/],
    ['no PDF', ['add', 'TEXT', '--descr', 'x'], /is not a PDF/],
    ['a picture that is none', ['add', 'PDF', '--descr', 'x', '--image', 'TEXT'], /is not a PNG/],
    ['an id with a path in it', ['add', 'PDF', '--descr', 'x', '--id', '../x'], /is not an id/],
    ['an id that is unknown', ['remove', 'x'], /There is no paper x/],
    ['another action', ['drop'], /no action 'drop'/],
  ])('refuses %s', async (_, args, message) => {
    const { run, file } = await setUp();
    const files: Record<string, string> = { PDF: await file('a.pdf', PDF), TEXT: await file('b.pdf', Buffer.from('<html>')) };
    const call = run(...args.map((arg) => files[arg] ?? arg));
    await expect(call).rejects.toThrow(UsageError);
    await expect(call).rejects.toThrow(message);
  });
});

test('a size parameter of any kind is rewritten to the width of the page', () => {
  expect(['/a.png?size=220', 'https://x.example/abc=s220', '/a.png?v=1&size=9', '/plain.png'].map(paperImage)).toEqual([
    '/a.png?size=440',
    'https://x.example/abc=s440',
    '/a.png?v=1&size=440',
    '/plain.png',
  ]);
});

async function setUp() {
  const store = await freshStore();
  const { app } = await testApp(store);
  const folder = temporaryFolder();
  const file = async (name: string, content: Uint8Array) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  const { run } = testContext(createPapersCommand(recordedNowhere), store, { by: 'Ada' });
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });
  return { run, file, get };
}

test.each(['figures', 'market-graph', 'track-record'])(
  'the sample paper %s is tagged, and carries the warning on every page',
  async (id) => {
    const pdf = await readFile(new URL(`../sample/papers/${id}.pdf`, import.meta.url));
    const { info, pages } = await readTags(pdf);
    expect(info).toMatchObject({ Language: 'en-GB', Author: shippedCompany.legalName });
    expect(pages.map(({ unmarked }) => unmarked)).toEqual(pages.map(() => []));
    const parts = pages.flatMap((page) => page.parts);
    for (const role of ['H1', 'H2', 'P', 'Caption']) expect(parts.map((part) => part.role)).toContain(role);
    const drawn = parts.filter(({ role }) => role === 'Figure' || role === 'Formula');
    expect(drawn.length).toBeGreaterThan(2);
    for (const { alt } of drawn) expect(alt).toMatch(/\S/);
    for (const page of await readPages(pdf)) expect(page).toContain(RISK_WARNING);
  },
);
