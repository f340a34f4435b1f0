import { describe, expect, test } from 'vitest';
import { forms } from '../../../contract/forms/form-list.ts';
import { validate, fromWire } from '../../../contract/forms/form.ts';
import { freshStore } from '../../store/store.testing.ts';
import { testContext } from '../../testing/command.testing.ts';
import { addLeads } from '../index/index.testing.ts';
import { findLeadPage } from '../index/lead-list.ts';
import { createDeskCommand } from './desk-command.ts';
import { sampleLeads } from './sample-leads.ts';

const deskCommand = createDeskCommand({ storeFile: async () => undefined, addMeetings: async () => 0 });

test('samples are what the forms take, and the same for the same seed', () => {
  const some = (seed: number) => [...sampleLeads(200, { seed, since: 0, until: 10 ** 12, owners: ['ada'] })];
  for (const { lead } of some(1)) {
    const { phone, ...answers } = lead.answers;
    const form = forms[lead.form.type]!;
    expect([lead.form.type, validate(form, fromWire(form, { ...answers, ...(phone && { phone }) }))]).toEqual([
      lead.form.type,
      expect.objectContaining({ ok: true }),
    ]);
    expect(lead.answers.email).toMatch(/\.example$/);
  }
  const told = (seed: number) => some(seed).map(({ lead, work }) => [lead.answers, lead.at, work]);
  expect(told(1)).toEqual(told(1));
  expect(told(2)).not.toEqual(told(1));
});

test('half of a year’s samples are of the last month, and the older they are the more became of them; none is of the future', () => {
  const DAY = 86_400_000;
  const until = Date.UTC(2026, 10, 22);
  const all = [...sampleLeads(2000, { seed: 1, since: until - 365 * DAY, until, owners: [] })];
  const within = (days: number, of = all) => of.filter(({ lead }) => lead.at > until - days * DAY);
  for (const kind of ['contact', 'message', 'application']) {
    const own = all.filter(({ lead }) => lead.kind === kind);
    expect([kind, Math.abs(within(30, own).length / own.length - 0.5) < 0.12]).toEqual([kind, true]);
  }
  expect(within(30).length / all.length).toBeCloseTo(0.5, 1);
  const taken = (of: typeof all) => of.filter(({ work }) => work !== undefined).length / of.length;
  expect(taken(within(2))).toBeLessThan(0.2);
  expect(taken(all.slice(0, 500))).toBeGreaterThan(0.6);
  const moments = all.flatMap(({ lead, verifiedAt = lead.at, work }) => [
    lead.at,
    verifiedAt,
    work?.firstAt ?? lead.at,
    work?.at ?? lead.at,
  ]);
  expect(Math.max(...moments)).toBeLessThanOrEqual(until);
  const { lead: trainee } = all.find(({ lead }) => lead.answers.subject === 'Content Manager')!;
  expect(trainee.attribution.page).toBe('/jobs');
});

describe('npm run desk -- sample', () => {
  test('fills an empty store, mails nothing, and takes all of it away again', async () => {
    const store = await freshStore();
    const { run } = testContext(deskCommand, store);
    const { code, printed } = await run('sample', '300');
    expect([code, printed]).toEqual([0, expect.stringContaining('300 of 300 samples stored')]);
    const page = await findLeadPage(store, { filter: { section: 'lead' }, sort: 'newest', limit: 500 });
    expect(page.rows.length).toBeGreaterThan(200);
    expect(new Set(page.rows.map(({ state }) => state)).size).toBe(5);
    expect(await store.db.selectFrom('jobs').select('id').execute()).toEqual([]);
    const confirmed = await store.db
      .selectFrom('consents')
      .select('lead_id')
      .where('action', '=', 'confirmed')
      .orderBy('lead_id')
      .execute();
    const verified = await store.db.selectFrom('leads').select('id').where('status', '=', 'verified').orderBy('id').execute();
    expect(confirmed.map((row) => row.lead_id)).toEqual(verified.map((row) => row.id));
    expect((await run('sample', '--remove')).printed).toContain('300 of 300 samples removed');
    for (const table of ['consents', 'lead_events', 'lead_work', 'lead_index'] as const) {
      expect([table, await store.db.selectFrom(table).select('lead_id').execute()]).toEqual([table, []]);
    }
    expect(await store.db.selectFrom('leads').select('id').execute()).toEqual([]);
    expect((await run('sample', '--remove')).printed).toBe('There is no sample.');
  });

  test('refuses a store with anything real, and removes none of it', async () => {
    const store = await freshStore();
    const { run } = testContext(deskCommand, store);
    await addLeads(store, [{ kind: 'application', form: 'career' }]);
    expect(await run('sample', '5')).toMatchObject({ code: 1, warned: expect.stringMatching(/applications.*DATA_DIR/) });
    await run('sample', '--remove');
    expect(await store.db.selectFrom('leads').select('id').execute()).toHaveLength(1);
    await expect(run('sample', 'x')).rejects.toThrow('whole number');
    await expect(run('fill')).rejects.toThrow("no action 'fill'");
  });
});
