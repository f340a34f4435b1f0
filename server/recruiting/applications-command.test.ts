import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../cli/command.ts';
import { testContext } from '../testing/command.testing.ts';
import { application, pdf, setUp, sha256, validApplication } from './applications.testing.ts';
import { applicationsCommand } from './applications-command.ts';

async function withApplications(scan: 'unscanned' | 'pending' | 'infected' = 'unscanned') {
  const setup = await setUp();
  const cv = pdf(120_000);
  const { id } = (await setup.send(application(validApplication, cv, 'my cv.pdf'))).json<{ id: string }>();
  await setup.store.db
    .updateTable('files')
    .set({ scan, scan_detail: scan === 'infected' ? 'Eicar' : null })
    .execute();
  setup.clock.now += 60_000;
  await setup.send(application({ ...validApplication, name: 'Grace', subject: 'Generic', website: 'spam' }, pdf(500)));
  const context = { settings: setup.context.settings, files: setup.context.files };
  return { ...setup, id, cv, ...testContext(applicationsCommand, setup.store, context), context };
}

describe('npm run applications', () => {
  test('lists them, newest first, as a table, as JSON and as CSV', async () => {
    const { run, id, cv } = await withApplications();
    const table = (await run()).printed.split('\n');
    expect(table[0]).toMatch(/^ID +RECEIVED +POSITION +NAME +EMAIL +CV$/);
    expect(table[1]).toMatch(/Generic +Grace Lovelace +ada@example.com +suspected spam/);
    expect(table[2]).toMatch(new RegExp(`^${id} .*Junior Full-stack Developer +Ada Lovelace +ada@example.com +unscanned$`));
    const list = JSON.parse((await run('list', '--json')).printed) as unknown[];
    expect(list).toMatchObject([{}, { id, cv: { name: 'my cv.pdf', size: cv.length, sha256: sha256(cv), scan: 'unscanned' } }]);
    expect((await run('--csv')).printed.split('\r\n')[2]).toContain(`,my cv.pdf,${cv.length},${sha256(cv)},unscanned`);
    expect((await run('--spam')).printed).not.toContain(id);
    expect((await run('--until', '2020-01-01')).printed).toBe('No application fits.');
  });

  test('shows one in full', async () => {
    const { run, id, cv } = await withApplications();
    const { printed } = await run('show', id);
    for (const text of [id, 'Bernoulli', 'my cv.pdf, 117 KB', sha256(cv), 'recruiting (2026-11)', 'received'])
      expect(printed).toContain(text);
    expect(JSON.parse((await run('show', id, '--json')).printed)).toMatchObject({ id, cv: { name: 'my cv.pdf' } });
  });

  test('gives out the CV, byte for byte', async () => {
    const { run, id, cv } = await withApplications();
    const { code, written, printed, warned } = await run('cv', id);
    expect([code, printed, warned, Buffer.compare(written, cv)]).toEqual([0, '', '', 0]);
  });

  test.each(['pending', 'infected'] as const)('holds back a CV that is %s, unless told otherwise', async (scan) => {
    const { run, id, cv } = await withApplications(scan);
    const held = await run('cv', id);
    expect([held.code, held.written.length]).toEqual([1, 0]);
    expect(held.warned).toContain('--anyway');
    expect(Buffer.compare((await run('cv', id, '--anyway')).written, cv)).toBe(0);
  });

  test('tells when a file is not what was sent', async () => {
    const { run, id, folder, files } = await withApplications();
    const { key } = (await files()).find((file) => file.lead_id === id)!;
    await writeFile(join(folder, key), 'another');
    expect(await run('cv', id)).toMatchObject({ code: 1, warned: expect.stringContaining('SHA-256') });
  });

  test.each([[['show', 'nobody']], [['cv', 'nobody']], [['show']], [['cv']], [['dance']], [['show', 'a', 'b']], [['--limit', 'x']]])(
    '%j is no use of it',
    async (args) => {
      const { run } = await withApplications();
      await expect(run(...args)).rejects.toThrow(UsageError);
    },
  );
});
