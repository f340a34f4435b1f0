import type { ReactNode } from 'react';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { ChangeMark } from './change-mark.tsx';
import type { OverviewData } from './overview-asked.ts';
import { countWords, shareWords } from './overview-words.ts';
import table from '../../parts/table.module.css';
import styles from './group-table.module.css';

const steps = [
  ['Confirmed', 'verified'],
  ['Answered', 'answered'],
  ['Met', 'met'],
  ['Won', 'won'],
] as const;

type Group = Pick<OverviewData['groups'][number], 'label' | 'now' | 'before' | 'opened'> & { index: number };

const number = (head: string, render: (group: Group) => ReactNode): Column<Group> => ({ head, look: 'number', render });

/** A row for each source: how many leads it brought, and what became of them. */
export function GroupTable({ data: { groups, rest, days } }: { data: OverviewData }) {
  if (groups.length === 0) return <p className={`quiet ${table.none}`}>No lead came in this period.</p>;
  const all = [...groups.map((group, index) => ({ ...group, index })), ...(rest === null ? [] : [{ ...rest, index: -1 }])];
  const isOpenedKnown = groups.some(({ opened }) => opened !== null);
  const countsOf = (index: number) =>
    days.map(({ received, groups: counts }) => (index < 0 ? received - sum(counts) : (counts[index] ?? 0)));
  const columns = [
    { head: 'Came by', render: ({ label }: Group) => label },
    { head: 'Day by day', render: ({ index }: Group) => <SmallBars counts={countsOf(index)} /> },
    ...(isOpenedKnown ? [number('Opened', ({ opened }) => (opened === null ? '–' : countWords(opened)))] : []),
    number('Leads', ({ now }) => countWords(now.received)),
    number('Before', ({ now, before }) => (
      <>
        {countWords(before.received)} <ChangeMark before={before.received} now={now.received} />
      </>
    )),
    ...steps.map(([words, step]) =>
      number(words, ({ now }) => (
        <>
          {countWords(now[step])} <span className={`fine faint ${styles.share}`}>{shareWords(now[step], now.received)}</span>
        </>
      )),
    ),
  ];
  return <DataTable label="Where leads came from" rows={all} keyOf={({ index }) => index} columns={columns} />;
}

/** Bars scaled to the highest one of the row: they show when leads came; the numbers beside them show how many. */
function SmallBars({ counts }: { counts: readonly number[] }) {
  const highest = Math.max(1, ...counts);
  return (
    <svg className={styles.bars} viewBox={`0 0 ${counts.length} 1`} preserveAspectRatio="none" aria-hidden="true">
      {counts.map((count, index) => (
        <rect key={index} x={index + 0.1} width={0.8} y={1 - count / highest} height={count / highest} />
      ))}
    </svg>
  );
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0);
}
