import { overviewGroupNames, type overviewTables } from '../../../contract/calls/desk/overview-calls.ts';
import { csv, csvHead } from '../../cli/text-table.ts';
import type { LeadOverview } from './read-overview.ts';

export type OverviewTable = (typeof overviewTables)[number];

/** A table of the overview as CSV, as the desk shows it. Safe in spreadsheets. */
export function overviewCsv(table: OverviewTable, overview: LeadOverview): string {
  const [names = [], ...rows] = tables[table](overview);
  return csvOf(names, rows);
}

/** A table as CSV under the names of its columns. */
export function csvOf(names: readonly string[], rows: readonly (readonly string[])[]): string {
  return csvHead(names) + rows.map((row) => `${csv([row])}\r\n`).join('');
}

const tables: Readonly<Record<OverviewTable, (overview: LeadOverview) => string[][]>> = {
  days: ({ days, groups, rest }) => [
    ['Day', 'Leads', ...groups.map(({ label }) => label), ...(rest === null ? [] : [rest.label]), 'Suspected spam'],
    ...days.map(({ day, received, spam, groups: counts }) => [
      day,
      String(received),
      ...counts.map(String),
      ...(rest === null ? [] : [String(received - counts.reduce((sum, count) => sum + count, 0))]),
      String(spam),
    ]),
  ],
  groups: ({ by, groups, rest }) => {
    const isOpenedKnown = groups.some(({ opened }) => opened !== null);
    return [
      [overviewGroupNames[by], ...(isOpenedKnown ? ['Opened'] : []), 'Leads', 'Leads before', 'Confirmed', 'Answered', 'Met', 'Won'],
      ...[...groups, ...(rest === null ? [] : [rest])].map(({ label, now, before, opened }) => [
        label,
        ...(isOpenedKnown ? [opened === null ? '' : String(opened)] : []),
        ...[now.received, before.received, now.verified, now.answered, now.met, now.won].map(String),
      ]),
    ];
  },
  funnel: ({ funnel: { now, before }, opened, answerTime }) => [
    ['What', 'This period', 'Period before'],
    ...(opened.since === null ? [] : [['Opened a form', String(opened.now), String(opened.before)]]),
    ...steps.map(([words, step]) => [words, String(now[step]), String(before[step])]),
    ['First answer, half within (minutes)', minutesOf(answerTime.now.median), minutesOf(answerTime.before.median)],
    ['First answer, nine of ten within (minutes)', minutesOf(answerTime.now.p90), minutesOf(answerTime.before.p90)],
  ],
};

const steps = [
  ['Sent a form', 'received'],
  ['Got a link', 'linked'],
  ['Confirmed', 'verified'],
  ['Answered by us', 'answered'],
  ['Met', 'met'],
  ['Won', 'won'],
  ['Suspected spam', 'spam'],
] as const;

export function minutesOf(ms: number | null): string {
  return ms === null ? '' : String(Math.round(ms / 60_000));
}
