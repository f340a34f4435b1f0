import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tellErasure } from '../deliveries/delivery-subscribers.ts';
import { createPrivacyCommand } from '../privacy/privacy-command.ts';
import { placeFor, temporaryFolder } from '../store/store.testing.ts';
import { bystander, marksOf, setUpServer, zenobia } from '../testing/person.testing.ts';
import { workOnAll } from '../testing/staff-work.testing.ts';
import { testContext } from '../testing/command.testing.ts';
import { readZip } from '../testing/read-zip.testing.ts';

async function exported() {
  const server = await setUpServer(await placeFor({ filled: true }));
  await server.doEverything(zenobia);
  await server.doEverything(bystander);
  await workOnAll(server.store);
  const to = join(temporaryFolder(), 'zenobia.zip');
  const { run } = testContext(createPrivacyCommand(tellErasure), server.store, {
    settings: server.context.settings,
    files: server.context.files,
  });
  const outcome = await run('export', zenobia.email, '--to', to, '--by', 'dpo');
  return { ...server, run, to, outcome, files: readZip(await readFile(to)) };
}

type Data = {
  requests: Array<{
    kind: string;
    answers: Record<string, string>;
    consents: Array<{ action: string; text: string }>;
    history: Array<{ what: string }>;
    tellingStaff: unknown[];
    work: Array<{ state: string; lostReason: string | null }>;
    ratings: Array<{ rating: number }>;
    ourAnswers: Array<{ subject: string; text: string }>;
    keptForLonger: Array<{ days: number }>;
    meetings: Array<{ state: string }>;
    files: Array<{ file: string; sha256: string }>;
  }>;
  mails: Array<{ file: string }>;
  jobs: unknown[];
  mailsCounted: unknown[];
  repeatedRequests: Array<{ key: string }>;
};

describe('an export', () => {
  test('has everything held, for a person and for a machine, and nothing of anybody else', async () => {
    const { files, outcome } = await exported();
    expect(outcome).toMatchObject({ code: 0, warned: '' });
    const data = JSON.parse(files.get('data.json')!.toString()) as Data;
    expect(data.requests.map((request) => request.kind).toSorted()).toEqual(['application', 'contact', 'message', 'report']);
    for (const { consents, history, work, tellingStaff, ratings, ourAnswers, keptForLonger, meetings } of data.requests) {
      expect(tellingStaff).toEqual([{ why: 'named', at: '1970-01-01T00:00:00.001Z', read: null }]);
      expect(meetings).toMatchObject([{ state: 'booked' }]);
      expect([ratings, ourAnswers, keptForLonger]).toMatchObject([
        [{ rating: 4 }],
        [{ subject: 'Hello', text: 'Dear you' }],
        [{ days: 90 }],
      ]);
      const kept = { state: 'lost', lostReason: 'No budget', comeBack: '2027-01-04', comeBackWhy: 'A new budget' };
      expect(work).toEqual([{ ...kept, changed: '1970-01-01T00:00:00.001Z' }]);
      expect(consents[0]).toMatchObject({ action: 'asked', text: expect.stringMatching(/.{20}/) });
      expect(history[0]).toMatchObject({ what: 'received' });
    }
    expect(data.requests.find(({ kind }) => kind === 'contact')!.consents.map(({ action }) => action)).toEqual(['asked', 'confirmed']);
    expect([data.jobs, data.mailsCounted].every((rows) => rows.length > 0)).toBe(true);
    expect(data.repeatedRequests).toMatchObject([{ key: `ask-${zenobia.email}` }]);
    const named = [...data.requests.flatMap((request) => request.files), ...data.mails].map(({ file }) => file);
    expect(named.length).toBeGreaterThan(4);
    expect([...files.keys()].toSorted()).toEqual(['data.json', 'index.html', ...named].toSorted());
    const cv = files.get(data.requests.flatMap((request) => request.files)[0]!.file)!;
    expect(cv.toString('latin1')).toContain(marksOf(zenobia).at(-1));

    const page = files.get('index.html')!.toString();
    for (const mark of marksOf(zenobia).slice(0, -1)) expect(page).toContain(mark);
    for (const file of named) expect(page).toContain(`href="${file}"`);
    expect(page).not.toMatch(/<script|https?:\/\/(?!www\.example\.com)[^"<]*\.(js|css)/);
    const all = [...files.values()].map((content) => content.toString('latin1').replaceAll('=\r\n', '')).join('\n');
    expect(marksOf(bystander).filter((mark) => all.includes(mark))).toEqual([]);
  });
});

test('leaves a record without the data, and no file is written over', async () => {
  const { run, to } = await exported();
  const { printed } = await run('log', '--json');
  expect(JSON.parse(printed)).toMatchObject([{ action: 'export', actor: 'dpo', counts: { leads: 4, files: 1 } }]);
  expect(marksOf(zenobia).filter((mark) => printed.includes(mark))).toEqual([]);
  expect((await run('log')).printed).toMatch(/export +dpo +4 leads/);
  await expect(run('export', zenobia.email, '--to', to)).rejects.toThrow('is there already');
  await expect(run('export', zenobia.email)).rejects.toThrow('--to FILE.zip');
});

test('a list for staff that names others is left out, and a CV that is gone is told', async () => {
  const { store, context, pass, write, run } = await exported();
  for (let more = 0; more < 6; more += 1) await write(more % 2 === 0 ? zenobia : bystander);
  for (let minutes = 0; minutes < 20; minutes += 1) await pass(60_000);
  const { key } = (await store.db.selectFrom('files').select(['key', 'name']).execute()).find(({ name }) => name.startsWith('Quill'))!;
  await store.db.updateTable('uploads').set({ lead_id: null }).where('key', '=', key).execute();
  await context.files.remove(key);
  const to = join(temporaryFolder(), 'again.zip');
  const { code, warned } = await run('export', zenobia.email, '--to', to);
  expect([code, warned]).toEqual([1, expect.stringContaining('is not where files are')]);
  const files = readZip(await readFile(to));
  const data = JSON.parse(files.get('data.json')!.toString()) as Data & { mailsLeftOut: number };
  expect(data.mailsLeftOut).toBeGreaterThan(0);
  const all = [...files.values()].map((content) => content.toString('latin1').replaceAll('=\r\n', '')).join('\n');
  expect(all).not.toContain(bystander.email);
});

test('what somebody typed stands in the page as text', async () => {
  const server = await setUpServer(await placeFor({ filled: true }));
  await server.write({ ...zenobia, message: '<script>alert(1)</script> & "more" of the same, in thirty letters' });
  const { run } = testContext(createPrivacyCommand(tellErasure), server.store, {
    settings: server.context.settings,
    files: server.context.files,
  });
  const to = join(temporaryFolder(), 'x.zip');
  await run('export', zenobia.email, '--to', to);
  expect(
    readZip(await readFile(to))
      .get('index.html')!
      .toString(),
  ).not.toContain('<script>');
});
