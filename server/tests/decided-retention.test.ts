import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applicationStages } from '../../contract/desk/application-stages.ts';
import { leadStates } from '../../contract/desk/lead-states.ts';
import { retention } from '../../contract/retention-periods.ts';
import { addEvent } from '../leads/lead-repository.ts';
import { removalOf, type LeadRetentionSetting } from '../leads/lead-retention.ts';
import { lastOf, logPrivacy } from '../privacy/privacy-log.ts';
import { announceRemovals, countDue, removeOnSchedule } from '../privacy/retention-rules.ts';
import { readSettings } from '../settings/settings.ts';
import { freshStore, silent, temporaryFolder, testOnStores } from '../store/store.testing.ts';
import type { Store, Tx } from '../store/store.ts';
import { propertyRuns } from '../testing/property-runs.testing.ts';
import { addLeads, noon, setUpIndex } from '../work/index/index.testing.ts';

const DAY = 24 * 3_600_000;

type Step = { days: number; kind: string; stage?: string; state?: string; owner?: string | null };

const days = (most: number) => fc.integer({ min: 1, max: most });
const stageSteps = fc.record({
  days: days(400),
  kind: fc.constant('stage changed'),
  stage: fc.constantFrom(...applicationStages),
});
const stateSteps = fc.record({ days: days(700), kind: fc.constant('state changed'), state: fc.constantFrom(...leadStates) });
const owned = fc.record({ days: days(700), kind: fc.constant('assigned'), owner: fc.constantFrom('ada', null) });
const noted = fc.record({ days: days(700), kind: fc.constant('note') });

/** The retention rule of a request and the time from which its period counts, computed from all steps by the plainest reading of the rules. */
function expectedRule(kind: string, steps: readonly Step[], came: number, verified: number | null) {
  let [at, state, stage, owner] = [came, 'new', 'new', null as string | null];
  let [decision, last] = [0, came];
  for (const step of steps) {
    at += step.days * DAY;
    last = at;
    if (step.kind.endsWith('changed')) decision = at;
    stage = step.stage ?? stage;
    state = step.state ?? state;
    if (step.owner !== undefined) owner = step.owner;
  }
  if (kind === 'application') {
    const isDecided = stage === 'rejected' || stage === 'talent-pool';
    return isDecided ? { rule: 'KEEP_APPLICATIONS_DAYS', from: decision } : { rule: 'KEEP_OPEN_APPLICATIONS_DAYS', from: last };
  }
  const isWorked = ['contacted', 'meeting'].includes(state) || (state === 'new' && owner !== null);
  if (isWorked) return { rule: 'KEEP_WORKED_REQUESTS_DAYS', from: last };
  return verified === null
    ? { rule: 'KEEP_UNVERIFIED_DAYS', from: Math.max(came, decision) }
    : { rule: 'KEEP_VERIFIED_DAYS', from: Math.max(verified, decision) };
}

describe('what happens to a request decides when it goes', () => {
  testOnStores('by one period, from the decision or the last entry, and what is worked on only once that was announced', async () => {
    const { store } = await setUpIndex();
    const settings = readSettings({});
    const property = fc.asyncProperty(
      fc.constantFrom('application', 'contact', 'report'),
      fc.boolean(),
      fc.array(fc.oneof(stageSteps, stateSteps, owned, noted), { maxLength: 5 }),
      async (kind, isVerified, all) => {
        const isApplication = kind === 'application';
        const steps: Step[] = all.filter((step: Step) => (isApplication ? step.state === undefined : step.stage === undefined));
        const [id] = (await addLeads(store, [{ kind, at: noon }])) as [string];
        const verified = isVerified && !isApplication ? noon + DAY : null;
        if (verified !== null)
          await store.db.updateTable('leads').set({ status: 'verified', verified_at: verified }).where('id', '=', id).execute();
        const end = await store.begin((tx) => tell(tx, id, steps));
        const wanted = expectedRule(kind, steps, noon, verified);
        const period = settings[wanted.rule as LeadRetentionSetting];
        const isAnnounced = 'always' in retention[wanted.rule as LeadRetentionSetting];
        const removal = await removalOf(store.db, { settings, now: end }, id);
        expect(removal).toMatchObject({ rule: wanted.rule, at: Math.max(wanted.from + period * DAY, isAnnounced ? end + 30 * DAY : 0) });
        const gone = async (now: number) =>
          (await countDue({ ...parts(store), now: () => now })).reduce((sum, { count }) => sum + count, 0);
        const over = wanted.from + period * DAY + DAY;
        expect(await gone(over - 2 * DAY)).toBe(0);
        if (isAnnounced) {
          expect(await gone(over)).toBe(0);
          await announceRemovals({ store, settings, now: () => over - 31 * DAY - 1 });
          expect(await announcements(store, id)).toBe(0);
          for (let times = 0; times < 2; times += 1) await announceRemovals({ store, settings, now: () => over });
          expect(await announcements(store, id)).toBe(1);
          expect(await gone(over + 30 * DAY)).toBe(0);
        }
        expect(await gone(over + 31 * DAY)).toBe(1);
        await store.db.deleteFrom('leads').execute();
      },
    );
    await fc.assert(property, propertyRuns(25));
  });

  testOnStores('a note after the announcement keeps it', async () => {
    const { store } = await setUpIndex();
    const [id] = (await addLeads(store, [{ kind: 'application', at: noon }])) as [string];
    const over = noon + 731 * DAY;
    await announceRemovals({ ...parts(store), now: () => over });
    await store.begin((tx) => addEvent(tx, id, { at: over + DAY, kind: 'note' }));
    const due = await countDue({ ...parts(store), now: () => over + 100 * DAY });
    expect(due.every(({ count }) => count === 0)).toBe(true);
  });
});

test('a build that counts from the receipt announces its periods again before it removes by them, and so does one after it', async () => {
  const store = await freshStore();
  await removeOnSchedule({ ...parts(store), now: () => noon }, silent);
  const { counts } = (await lastOf(store.db, 'retention announced'))!;
  expect(Object.keys(JSON.parse(counts))).not.toContain('KEEP_APPLICATIONS_DAYS');
  await logPrivacy(store.db, { action: 'retention announced', actor: 'server', at: noon + DAY, counts: { KEEP_APPLICATIONS_DAYS: 180 } });
  await removeOnSchedule({ ...parts(store), now: () => noon + 2 * DAY }, silent);
  expect((await lastOf(store.db, 'retention announced'))!.at).toBe(noon + 2 * DAY);
});

function parts(store: Store) {
  return { store, settings: readSettings({}), files: { remove: async () => true }, dataDir: temporaryFolder() };
}

async function announcements(store: Store, id: string): Promise<number> {
  const rows = store.db.selectFrom('lead_events').select('id').where('lead_id', '=', id).where('kind', '=', 'removal announced');
  return (await rows.execute()).length;
}

/** Writes steps as the desk does. @returns the time of the last one */
async function tell(tx: Tx, id: string, steps: readonly Step[]): Promise<number> {
  let at = noon;
  for (const { days: later, kind, ...set } of steps) {
    at += later * DAY;
    await addEvent(tx, id, { at, kind: kind as 'note' });
    const row = { state: 'new' as const, ...(set as object), version: 1, changed_at: at };
    if (kind !== 'note')
      await tx
        .insertInto('lead_work')
        .values({ lead_id: id, ...row })
        .onConflict((conflict) => conflict.column('lead_id').doUpdateSet({ ...set, changed_at: at } as object))
        .execute();
  }
  return at;
}
