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
  days: ({ days, groups, only }) => {
    const named = groups.slice(0, days[0]?.groups.length ?? 0);
    const others = only === null && groups.length > 0;
    return [
      ['Day', 'Leads', ...named.map(({ label }) => label), ...(others ? ['Others'] : []), ...(only === null ? ['Suspected spam'] : [])],
      ...days.map(({ day, received, spam, groups: counts }) => [
        day,
        String(received),
        ...counts.map(String),
        ...(others ? [String(received - counts.reduce((sum, count) => sum + count, 0))] : []),
        // Spam is counted for all leads together only.
        ...(only === null ? [String(spam)] : []),
      ]),
    ];
  },
  groups: ({ by, groups, rest }) => {
    const all = [...groups, ...(rest === null ? [] : [rest])];
    const counted = (['seen', 'opened'] as const).filter((step) => groups.some((group) => group[step] !== null));
    return [
      [overviewGroupNames[by], ...counted.map((step) => stepNames[step]), 'Leads', 'Leads before', 'Confirmed', 'Answered', 'Met', 'Won'],
      ...all.map(({ label, now, before, ...views }) => [
        label,
        ...counted.map((step) => String(views[step] ?? '')),
        ...[now.received, before.received, now.verified, now.answered, now.met, now.won].map(String),
      ]),
    ];
  },
  funnel: ({ funnel: { now, before }, seen, opened, answerTime, only }) => [
    ['What', 'This period', 'Period before'],
    ...viewRow('Seen', seen),
    ...viewRow('Opened a form', opened),
    ...steps
      .filter(([, step]) => step !== 'spam' || only === null)
      .map(([words, step]) => [words, String(now[step]), String(before[step])]),
    ...(answerTime === null
      ? []
      : [
          ['First answer, half within (minutes)', minutesOf(answerTime.now.median), minutesOf(answerTime.before.median)],
          ['First answer, nine of ten within (minutes)', minutesOf(answerTime.now.p90), minutesOf(answerTime.before.p90)],
        ]),
  ],
};

const stepNames = { seen: 'Seen', opened: 'Opened' } as const;

function viewRow(words: string, { now, before, since }: LeadOverview['seen']): string[][] {
  return since === null || now === null ? [] : [[words, String(now), String(before ?? '')]];
}

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
