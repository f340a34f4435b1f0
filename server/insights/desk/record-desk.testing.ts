import { disclosedLines } from '../../../contract/figures/disclosure.testing.ts';
import * as calls from '../../../contract/calls/desk/figure-calls.ts';
import type { CallInput, CallOutput } from '../../../contract/calls/desk/call.ts';
import type { Role } from '../../../contract/desk/roles.ts';
import { weekdays } from '../../../contract/figures/figures.testing.ts';
import { isoOf } from '../../../contract/figures/days.ts';
import { freshStore } from '../../store/store.testing.ts';
import { testDesk } from '../../testing/desk.testing.ts';
import { listPortfolios } from '../records/records.ts';

export const DAYS = weekdays('2024-01-08', '2024-03-28')
  .map(isoOf)
  .filter((day) => day !== '2024-01-15' && day !== '2024-02-19');
const HEAD = '# name: Global Balanced\ndate,portfolio,Euro Bonds';
export const ROWS = DAYS.map((day, t) => `${day},${(100 + t / 10 + Math.sin(t)).toFixed(4)},${(50 + t / 20 + Math.cos(t)).toFixed(4)}`);

export const csv = (rows: readonly string[], head = HEAD) => [head, ...rows, ...disclosedLines, ''].join('\n');

/** A desk with people who upload, look at and publish records. */
export async function recordDesk(env: Record<string, string> = {}) {
  const set = await testDesk(await freshStore(), env);
  const { store } = set.context;
  const person = async (...roles: Role[]) => {
    const one = await set.signedIn(...roles);
    const upload = async (text: string, input: Partial<CallInput<typeof calls.draftFigures>> = {}, name = 'fund.csv') =>
      (await one.send(calls.draftFigures, { how: 'whole', ...input }, { file: { name, bytes: text } })).json<
        CallOutput<typeof calls.draftFigures>
      >();
    const publish = (draft: number, more: object = {}) => one.call(calls.publishFigures, { id: 'fund', draft: String(draft), ...more });
    const review = async (draft: number) =>
      (await one.call(calls.readFigureDraft, { id: 'fund', draft: String(draft) })).json<CallOutput<typeof calls.readFigureDraft>>();
    const read = async () => (await one.call(calls.readFigures, { id: 'fund' })).json<CallOutput<typeof calls.readFigures>>();
    return { ...one, upload, publish, review, read };
  };
  const shown = async () => (await listPortfolios(store.db)).map(({ id, version, lastDay }) => [id, version, isoOf(lastDay)]);
  const actions = async () =>
    (await store.db.selectFrom('staff_actions').selectAll().orderBy('id').execute()).map(
      ({ account_id: who, action, subject_id, detail }) => [who, action, subject_id, JSON.parse(detail) as unknown],
    );
  return { ...set, person, shown, actions };
}
