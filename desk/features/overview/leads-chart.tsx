import { useState, type PointerEvent } from 'react';
import { elementAt, present } from '../../../contract/checked.ts';
import { axisEnd, namedDays } from './chart-scale.ts';
import type { OverviewData } from './overview-asked.ts';
import { countWords, dayWords, wholeDayWords } from './overview-words.ts';
import styles from './leads-chart.module.css';

const HEIGHT = 100;

/** A bar for each day, and a line for the same days of the period before. The table below has the same numbers. */
export function LeadsChart({ data: { days, daysBefore } }: { data: OverviewData }) {
  const [pointed, setPointed] = useState<number>();
  const end = axisEnd(Math.max(...days.map(({ received }) => received), ...daysBefore));
  const y = (count: number) => HEIGHT - (HEIGHT * count) / end;
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setPointed(Math.min(days.length - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * days.length))));
  };
  const line = daysBefore.map((count, index) => `${index === 0 ? 'M' : 'L'}${index + 0.5} ${y(count)}`).join('');
  return (
    <figure className={styles.figure}>
      <figcaption className={`row wraps mb-1 fine faint ${styles.caption}`}>
        <span className={styles.bars}>This period</span>
        <span className={styles.line}>The period before</span>
        <span className={styles.pointed} aria-hidden="true">
          {pointed !== undefined && pointedWords(elementAt(days, pointed), daysBefore[pointed] ?? 0)}
        </span>
      </figcaption>
      <div className={`stack ${styles.plot}`}>
        <ol className={`row apart fine faint ${styles.scale}`} aria-hidden="true">
          {[end, end / 2, 0].map((count) => (
            <li key={count}>{countWords(count)}</li>
          ))}
        </ol>
        <svg
          className={`w-100 ${styles.chart}`}
          role="img"
          aria-label={summary(days)}
          viewBox={`0 0 ${days.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          onPointerMove={point}
          onPointerLeave={() => setPointed(undefined)}
        >
          {[0, end / 2, end].map((count) => (
            <path key={count} className={styles.grid} d={`M0 ${y(count)}H${days.length}`} />
          ))}
          {pointed !== undefined && <rect className={styles.here} x={pointed} y={0} width={1} height={HEIGHT} />}
          {days.map(({ day, received }, index) => (
            <rect key={day} className={styles.bar} x={index + 0.14} y={y(received)} width={0.72} height={HEIGHT - y(received)} />
          ))}
          <path className={styles.before} d={line} />
        </svg>
        <ol className={`fine faint ${styles.names}`} aria-hidden="true">
          {namedDays(days.length, 6).map((index) => (
            <li key={index} style={{ left: `${(100 * index) / days.length}%` }}>
              {dayWords(elementAt(days, index).day)}
            </li>
          ))}
        </ol>
      </div>
    </figure>
  );
}

type Day = OverviewData['days'][number];

function pointedWords({ day, received, spam }: Day, before: number): string {
  const lure = spam > 0 ? `, ${countWords(spam)} suspected spam` : '';
  return `${wholeDayWords(day)}: ${countWords(received)}, before ${countWords(before)}${lure}`;
}

function summary(days: readonly Day[]): string {
  const all = days.reduce((sum, { received }) => sum + received, 0);
  const busiest = days.reduce((best, day) => (day.received > best.received ? day : best));
  const words = `Leads a day from ${wholeDayWords(elementAt(days, 0).day)} to ${wholeDayWords(present(days.at(-1)).day)}: ${countWords(all)} in all`;
  return all === 0 ? words : `${words}, busiest of them on ${wholeDayWords(busiest.day)}: ${countWords(busiest.received)}`;
}
