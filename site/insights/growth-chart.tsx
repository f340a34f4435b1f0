import { elementAt, present } from '../../contract/checked.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { partsWords } from '../../contract/figures/disclosure-words.ts';
import { grouped, longDate, signedPercent } from '../../contract/figures/format.ts';
import type { Analytics, PortfolioDetail } from '../../contract/portfolio.ts';
import { portfolioDetails } from '../content/insights-details.ts';
import { ScrollArea } from '../../ui/scroll-area.tsx';
import { growthLines, type GrowthLines } from '../../contract/figures/growth-lines.ts';
import figureTable from './figure-table.module.css';
import styles from './growth-chart.module.css';

const words = portfolioDetails.analytics;
type GrowthChartProps = { detail: PortfolioDetail; analytics: Analytics };

export function GrowthChart({ detail, analytics }: GrowthChartProps) {
  const chart = useMemo(() => growthLines(detail, analytics), [detail, analytics]);
  const [at, setAt] = useState<number>();
  const [failed, setFailed] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let remove: (() => void) | undefined;
    let wanted = true;
    import('./growth-plot.ts').then(
      ({ drawGrowth }) => {
        if (wanted && container.current) remove = drawGrowth(container.current, chart, setAt);
      },
      (error: unknown) => {
        // oxlint-disable-next-line no-console -- the page shows tables instead
        console.error('The chart could not be loaded.', error);
        if (wanted) setFailed(true);
      },
    );
    return () => {
      wanted = false;
      remove?.();
    };
  }, [chart]);
  const index = at ?? chart.days.length - 1;
  const lines = linesOf(detail, chart);
  return (
    <section className="stack gap-1 one-column">
      <h3 className="h4">{words.growth}</h3>
      <div className={`row wraps ${styles.legend}`} aria-hidden="true">
        <p className={styles.day}>{longDate(elementAt(chart.days, index))}</p>
        {lines.map(({ name, values, look }) => (
          <p key={name} className={`icon-row ${styles.entry}`}>
            <span className={`${styles.swatch} ${styles[look]}`} />
            {name}
            <span className={styles.value}>{grouped(values[index], 1)}</span>
          </p>
        ))}
        {chart.mark === undefined || chart.actualFrom >= chart.days.length ? null : (
          <p className={`icon-row ${styles.entry}`}>
            <span className={`${styles.swatch} ${styles.strokes}`} />
            {detail.shortName}, {chart.mark.toLowerCase()} to {longDate(elementAt(chart.days, chart.actualFrom))}
          </p>
        )}
        <p className={`icon-row ${styles.entry}`}>
          <span className={`${styles.swatch} ${styles.fall}`} />
          Drawdown
          <span className={styles.value}>{signedPercent(chart.drawdown[index] ?? null, 1)}</span>
        </p>
      </div>
      {failed ? (
        <p>{words.chartFailed}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the chart is drawn on canvases inside
        <div ref={container} className={styles.plot} role="img" aria-label={summaryOf(detail, chart)} />
      )}
      <p className={`fine ${styles.credit}`}>
        <a href={words.creditHref} target="_blank" rel="noopener">
          {words.credit}
        </a>
      </p>
      <details className={styles.more}>
        <summary>{words.table}</summary>
        <ByMonth detail={detail} chart={chart} />
      </details>
    </section>
  );
}

type Line = { name: string; values: ReadonlyArray<number | null>; look: 'portfolio' | 'strokes' | 'first' | 'second' };

function linesOf({ shortName, benchmark, benchmark2 }: PortfolioDetail, { days, pf, bm, bm2, actualFrom, mark }: GrowthLines): Line[] {
  const whole = mark !== undefined && actualFrom >= days.length;
  return [
    whole
      ? { name: `${shortName}, ${mark.toLowerCase()}`, values: pf, look: 'strokes' }
      : { name: shortName, values: pf, look: 'portfolio' },
    ...(benchmark && bm ? [{ name: benchmark, values: bm, look: 'first' as const }] : []),
    ...(benchmark2 && bm2 ? [{ name: benchmark2, values: bm2, look: 'second' as const }] : []),
  ];
}

function summaryOf(detail: PortfolioDetail, chart: GrowthLines): string {
  const ends = linesOf(detail, chart).map(({ name, values }) => `${name} ${grouped(values.at(-1), 1)}`);
  const deepest = signedPercent(chart.drawdown.reduce<number>((least, fall) => Math.min(least, fall ?? 0), 0));
  const parts = partsWords(detail);
  return `${parts === undefined ? '' : `${parts} `}Growth of 100 from ${longDate(elementAt(chart.days, 0))} to ${longDate(present(chart.days.at(-1)))}: ${ends.join(', ')}. Deepest drawdown ${deepest}.`;
}

function ByMonth({ detail, chart }: { detail: PortfolioDetail; chart: GrowthLines }) {
  const lines = linesOf(detail, chart);
  const ends = chart.days.flatMap((day, i) => (chart.days[i + 1]?.slice(0, 7) === day.slice(0, 7) ? [] : [i]));
  return (
    <ScrollArea label={words.table} className={styles.scroll}>
      <table className={`${figureTable.table} ${styles.table}`}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {lines.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">{words.drawdown}</th>
          </tr>
        </thead>
        <tbody>
          {[...ends].reverse().map((i) => (
            <tr key={chart.days[i]}>
              <th scope="row">
                {longDate(elementAt(chart.days, i))}
                {i < chart.actualFrom && chart.mark ? `, ${chart.mark.toLowerCase()}` : null}
              </th>
              {lines.map(({ name, values }) => (
                <td key={name}>{grouped(values[i], 2)}</td>
              ))}
              <td>{signedPercent(chart.drawdown[i] ?? null)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
