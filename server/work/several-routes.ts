import { severalCalls } from '../../contract/calls/desk/several-calls.ts';
import type { LeadSection } from '../../contract/desk/lead-facts.ts';
import { HttpRefusal } from '../http/desk-answers.ts';
import type { DeskRoute, StaffCaller } from '../http/desk-route.ts';
import type { Batch } from './change-several.ts';
import type { CancelMeetings } from './mark-spam.ts';
import type { WorkContext } from './work-routes.ts';

/** Routes by which staff change several requests of a section at once. */
export function severalRoutes(
  route: DeskRoute,
  context: WorkContext,
  { section, cancelMeetings }: { section: LeadSection; cancelMeetings: CancelMeetings },
): void {
  const calls = severalCalls[section];
  const { store, staff, now, wake } = context;
  const change = async (who: StaffCaller, batch: Batch, detail: Readonly<Record<string, string>>) => {
    let recorded = false;
    const record = async (tx: Parameters<StaffCaller['record']>[0], id: string, outcome: string) => {
      await who.record(tx, { subject: { kind: section, id }, detail: { ...detail, outcome } });
      recorded = true;
    };
    const { changeSeveral } = await import('./change-several.ts');
    const outcome = await changeSeveral({ store, staff, now, cancelMeetings, record }, batch);
    if (outcome === undefined)
      return new HttpRefusal(409, { detail: 'This was asked for with another content before. Load the page again.' });
    // Nothing was changed, since the batch was done before or its requests no longer exist: recorded as a change of none.
    if (!recorded) await who.record(store.db, { detail: { ...detail, [`${section}s`]: 0 } });
    wake();
    return outcome;
  };

  route(calls.several, async (who, { key, change: asked, rows }) => {
    if (asked.what === 'owner' && asked.owner !== null && !(await staff.isStaff(store.db, asked.owner)))
      return new HttpRefusal(422, { errors: { owner: 'There is no such account' } });
    return change(who, { section, actor: who.accountId, key, rows: rows.map((row) => ({ ...row, change: asked })) }, { what: asked.what });
  });

  route(calls.undoSeveral, async (who, { key }) => {
    const { undoOf } = await import('./change-several.ts');
    const batch = await undoOf(store.db, { section, actor: who.accountId, key });
    if (batch === undefined) return new HttpRefusal(409, { detail: 'There is nothing of it to undo any more.' });
    return change(who, batch, { what: 'undone' });
  });
}
