import type { CallInput } from '../../../contract/calls/desk/call.ts';
import type { exportActions } from '../../../contract/calls/desk/action-calls.ts';

/** The filter in the address of the list: ids, an action, and days in the reader's time zone. */
export type ActionsAsked = { accountId?: string; action?: string; subjectId?: string; from?: string; to?: string };

const names = ['accountId', 'action', 'subjectId', 'from', 'to'] as const;

export function actionsFrom(search: string): ActionsAsked {
  const query = new URLSearchParams(search);
  const given = names.flatMap((name) => {
    const value = query.get(name);
    const isWrong = (name === 'from' || name === 'to') && Number.isNaN(Date.parse(`${value}T00:00:00`));
    return value === null || value === '' || value.length > 64 || isWrong ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}

export function actionsAddress(asked: ActionsAsked): string {
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ''));
  return query.size === 0 ? '/actions' : `/actions?${query.toString()}`;
}

/** `from` and `to` are whole days in the reader's time zone, both included. */
export function actionsInput({ from, to, ...rest }: ActionsAsked): CallInput<typeof exportActions> {
  return {
    ...rest,
    ...(from !== undefined && { since: Date.parse(`${from}T00:00:00`) }),
    ...(to !== undefined && { until: dayAfter(to) }),
  };
}

function dayAfter(day: string): number {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + 1);
  return date.getTime();
}
