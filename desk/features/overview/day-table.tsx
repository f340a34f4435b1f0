import { ScrollArea } from '../../../ui/scroll-area.tsx';
import type { OverviewData } from './overview-asked.ts';
import { countWords, wholeDayWords } from './overview-words.ts';
import table from '../../parts/table.module.css';
import styles from './day-table.module.css';

/** The numbers of the chart by day and source, the latest day first. */
export function DayTable({ data }: { data: OverviewData }) {
  const { days, only } = data;
  const groups = data.groups.slice(0, days[0]?.groups.length ?? 0);
  const others = only === null && groups.length > 0;
  return (
    <ScrollArea label="Leads a day, as a table" className={table.scroll}>
      <table className={`w-100 ${table.table}`}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Leads</th>
            {groups.map(({ value, label }) => (
              <th key={value} scope="col" className={styles.source}>
                {label}
              </th>
            ))}
            {others && (
              <th scope="col" className={styles.source}>
                Others
              </th>
            )}
            {only === null && <th scope="col">Suspected spam</th>}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, received, spam, groups: counts }) => (
            <tr key={day}>
              <th scope="row">
                {wholeDayWords(day)}
                <span className={styles.sources}>{sourcesOf(groups, counts)}</span>
              </th>
              <td>{countWords(received)}</td>
              {groups.map(({ value }, index) => (
                <td key={value} className={styles.source}>
                  {countWords(counts[index] ?? 0)}
                </td>
              ))}
              {others && <td className={styles.source}>{countWords(received - counts.reduce((sum, count) => sum + count, 0))}</td>}
              {only === null && <td>{countWords(spam)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

/** The sources that brought leads, in one cell, because a phone has no room for the columns. */
function sourcesOf(groups: OverviewData['groups'], counts: readonly number[]): string {
  return groups.flatMap(({ label }, index) => (counts[index] ? `${label} ${countWords(counts[index])}` : [])).join(', ');
}
