import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countDue, removeDue } from '../privacy/retention-rules.ts';
import { readSettings } from '../settings/settings.ts';
import { SQLITE_NAME } from '../store/database/sqlite.ts';
import { freshStore, placeFor } from '../store/store.testing.ts';
import { watchPlans } from '../testing/query-plans.testing.ts';
import { countPaperRequests } from '../work/overview/paper-requests.ts';
import { addLeads, testIndexer } from '../work/index/index.testing.ts';

/** A store whose statements are noted. */
async function watchedStore() {
  const { dataDir } = await placeFor({ dialect: 'sqlite', filled: true });
  const plans = watchPlans();
  return { store: await freshStore({ dataDir }), dataDir, plans: () => plans(join(dataDir, SQLITE_NAME)) };
}

/** Steps that read a whole table of which there is a row or more for each lead. */
const whole = (steps: readonly string[]) =>
  steps.filter((step) => /^(?:SCAN|SEARCH) (?:leads|lead_events|jobs|mail_log|notices|verifications|lead_sources|idempotency)$/.test(step));

test('what follows from a lead is found by indexes, whatever the number of leads', async () => {
  const { store, plans } = await watchedStore();
  const indexer = testIndexer(store);
  await addLeads(store, [{}]);
  await indexer.takeIn();
  const steps = plans();
  expect(steps.join('\n')).toContain('lead_events USING COVERING INDEX lead_events_seq (seq>?)');
  expect(whole(steps)).toEqual([]);
});

test('requests for a paper are counted by indexes, whatever the number of leads', async () => {
  const { store, plans } = await watchedStore();
  await countPaperRequests(store.db, ['outlook']);
  const steps = plans().join('\n');
  expect(steps).toContain('lead_events USING COVERING INDEX lead_events_paper_sent (detail=?)');
  expect(steps).toContain('lead_days USING INDEX lead_days_value (dimension=? AND value=?)');
});

test('retention finds what is over by indexes, whatever the number of leads', async () => {
  const { store, dataDir, plans } = await watchedStore();
  const parts = { store, files: { remove: async () => true }, settings: readSettings({}), dataDir, now: () => Date.now() };
  await countDue(parts);
  await removeDue(parts, 'test');
  const steps = plans();
  expect(whole(steps)).toEqual([]);
  for (const index of ['leads_verified', 'leads_spam', 'jobs_done', 'notices_told', 'mail_log_at', 'verifications_expiry'])
    expect(steps.filter((step) => step.includes(`INDEX ${index} `))).not.toEqual([]);
});
