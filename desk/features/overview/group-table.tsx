import { ScrollArea } from '../../../ui/scroll-area.tsx';
import { ChangeMark } from './change-mark.tsx';
import type { OverviewData } from './overview-data.ts';
import { countWords, shareWords } from './overview-words.ts';
import table from '../../parts/table.module.css';
import styles from './group-table.module.css';

const steps = [
  ['Confirmed', 'verified'],
  ['Answered', 'answered'],
  ['Meeting', 'met'],
  ['Won', 'won'],
] as const;

/** A row for each source: how many leads it brought, and what became of them. */
export function GroupTable({ data: { groups, rest, days } }: { data: OverviewData }) {
  if (groups.length === 0) return <p className={table.none}>No lead came in this period.</p>;
  const all = [...groups.map((group, index) => ({ ...group, index })), ...(rest === null ? [] : [{ ...rest, index: -1 }])];
  const isOpenedKnown = groups.some(({ opened }) => opened !== null);
  return (
    <ScrollArea label="Where leads came from" className={table.wide}>
      <table className={`${table.table} ${table.folds}`}>
        <thead>
          <tr>
            <th scope="col">Came by</th>
            <th scope="col" className={table.words}>
              Day by day
            </th>
            {isOpenedKnown && <th scope="col">Opened</th>}
            <th scope="col">Leads</th>
            <th scope="col">Before</th>
            {steps.map(([words, step]) => (
              <th key={step} scope="col">
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {all.map(({ index, label, now, before, opened }) => (
            <tr key={index}>
              <th scope="row">{label}</th>
              <td className={table.words}>
                <SmallBars
                  counts={days.map(({ received, groups: counts }) => (index < 0 ? received - sum(counts) : (counts[index] ?? 0)))}
                />
              </td>
              {isOpenedKnown && <td data-label="Opened">{opened === null ? '–' : countWords(opened)}</td>}
              <td data-label="Leads">{countWords(now.received)}</td>
              <td data-label="Before">
                {countWords(before.received)} <ChangeMark before={before.received} now={now.received} />
              </td>
              {steps.map(([words, step]) => (
                <td key={step} data-label={words}>
                  {countWords(now[step])} <span className={styles.share}>{shareWords(now[step], now.received)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

/** Bars scaled to the highest one of the row: they show when leads came; the numbers beside them show how many. */
function SmallBars({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts);
  return (
    <svg className={styles.bars} viewBox={`0 0 ${counts.length} 1`} preserveAspectRatio="none" aria-hidden="true">
      {counts.map((count, index) => (
        <rect key={index} x={index + 0.1} width={0.8} y={1 - count / most} height={count / most} />
      ))}
    </svg>
  );
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0);
}
