import type { CallResult } from '../../../contract/calls/desk/call.ts';
import type { readColleaguesCall } from '../../../contract/calls/desk/overview-calls.ts';
import type { Tx } from '../../store/store.ts';
import { answerTimeOf, sumDays } from './answer-time.ts';
import { csvOf, minutesOf } from './overview-csv.ts';
import { overviewPeriods, type AskedPeriod } from './overview-period.ts';

export type ColleagueFigures = CallResult<typeof readColleaguesCall>;

/** What became of the leads of a period, by the account that owns them now, whoever worked on them. */
export async function readColleagues(
  db: Tx,
  { zone, at, ...asked }: AskedPeriod & { zone: string; at: number },
): Promise<ColleagueFigures> {
  const { now } = overviewPeriods(asked, zone, at);
  const [all] = await sumDays(db, 'all', now).execute();
  const owned = (await sumDays(db, 'owner', now).execute()).filter(({ received }) => received > 0);
  const times = (await sumDays(db, 'owner answer time', now).execute()).map(({ value, received }) => {
    const [account, step] = value.split(' ');
    return { account, step: Number(step), received };
  });
  const byAccount = Map.groupBy(times, ({ account }) => account);
  const colleagues = owned.map(({ value: account, received, answered, met, won }) => {
    const own = byAccount.get(account) ?? [];
    return { account, received, answered, met, won, answerTime: answerTimeOf(own.map((time) => [time.step, time.received] as const)) };
  });
  return {
    now,
    colleagues: colleagues.toSorted((a, b) => b.received - a.received || (a.account < b.account ? -1 : 1)),
    unassigned: Math.max(0, (all?.received ?? 0) - owned.reduce((sum, { received }) => sum + received, 0)),
  };
}

/** The same as CSV, as the desk shows it. Safe in spreadsheets. */
export function colleaguesCsv({ colleagues, unassigned }: ColleagueFigures, nameOf: (account: string) => string): string {
  const head = [
    'Colleague',
    'Leads',
    'Answered',
    'Meeting',
    'Won',
    'First answer, half within (minutes)',
    'First answer, nine of ten within (minutes)',
  ];
  const rows = colleagues.map(({ account, received, answered, met, won, answerTime: { median, p90 } }) => {
    return [nameOf(account), ...[received, answered, met, won].map(String), minutesOf(median), minutesOf(p90)];
  });
  return csvOf(head, [...rows, ['Nobody’s yet', String(unassigned), '', '', '', '', '']]);
}
