import { ScrollArea } from '../../ui/scroll-area.tsx';
import type { OverviewData } from './overview-data.ts';
import { countWords, wholeDayWords } from './overview-words.ts';
import styles from '../parts/table.module.css';

/** What the chart draws, the latest day first, and of which sources it is made. */
export function DayTable({ data: { days, groups, rest } }: { data: OverviewData }) {
  return (
    <ScrollArea label="Leads a day, as a table" className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Leads</th>
            {groups.map(({ value, label }) => (
              <th key={value} scope="col">
                {label}
              </th>
            ))}
            {rest !== null && <th scope="col">{rest.label}</th>}
            <th scope="col">Suspected spam</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, received, spam, groups: counts }) => (
            <tr key={day}>
              <th scope="row">{wholeDayWords(day)}</th>
              <td>{countWords(received)}</td>
              {groups.map(({ value }, index) => (
                <td key={value}>{countWords(counts[index] ?? 0)}</td>
              ))}
              {rest !== null && <td>{countWords(received - counts.reduce((sum, count) => sum + count, 0))}</td>}
              <td>{countWords(spam)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
