import type { overviewTables } from '../../../contract/desk/overview-calls.ts';
import { csv } from '../../cli/text-table.ts';
import type { LeadOverview } from './read-overview.ts';

export type OverviewTable = (typeof overviewTables)[number];

/** A table of the overview, as the desk shows it. Safe in spreadsheets. */
export function overviewCsv(table: OverviewTable, overview: LeadOverview): string {
  return `${csv(tables[table](overview))}\r\n`;
}

const tables: Readonly<Record<OverviewTable, (overview: LeadOverview) => string[][]>> = {
  days: ({ days, groups, rest }) => [
    ['day', 'leads', ...groups.map(({ label }) => label), ...(rest === null ? [] : [rest.label]), 'suspected spam'],
    ...days.map(({ day, received, spam, groups: counts }) => [
      day,
      String(received),
      ...counts.map(String),
      ...(rest === null ? [] : [String(received - counts.reduce((sum, count) => sum + count, 0))]),
      String(spam),
    ]),
  ],
  groups: ({ by, groups, rest }) => [
    [by, 'leads', 'before', 'confirmed', 'answered', 'meeting', 'won'],
    ...[...groups, ...(rest === null ? [] : [rest])].map(({ label, now, before }) => [
      label,
      ...[now.received, before.received, now.verified, now.answered, now.met, now.won].map(String),
    ]),
  ],
  funnel: ({ funnel: { now, before }, answerTime }) => [
    ['step', 'leads', 'before'],
    ...steps.map(([words, step]) => [words, String(now[step]), String(before[step])]),
    ['first answer, median in minutes', minutesOf(answerTime.now.median), minutesOf(answerTime.before.median)],
    ['first answer, 9 of 10 within minutes', minutesOf(answerTime.now.p90), minutesOf(answerTime.before.p90)],
  ],
};

const steps = [
  ['sent', 'received'],
  ['link mailed', 'linked'],
  ['confirmed', 'verified'],
  ['answered', 'answered'],
  ['meeting', 'met'],
  ['won', 'won'],
  ['suspected spam', 'spam'],
] as const;

export function minutesOf(ms: number | null): string {
  return ms === null ? '' : String(Math.round(ms / 60_000));
}
