import { elementAt, present } from '../../contract/checked.ts';
import { useEffect, useRef, useState } from 'react';
import { grouped, longDate, signedPercent } from '../../contract/figures/format.ts';
import type { Analytics, PortfolioDetail } from '../../contract/portfolio.ts';
import { portfolioDetails } from '../content/insights-details.ts';
import { ScrollArea } from '../../ui/scroll-area.tsx';
import figureTable from './figure-table.module.css';
import styles from './growth-chart.module.css';

const words = portfolioDetails.analytics;
type Chart = Analytics['chart'];
type GrowthChartProps = { detail: PortfolioDetail; analytics: Analytics };

export function GrowthChart({ detail, analytics: { chart } }: GrowthChartProps) {
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
        <p className={`icon-row ${styles.entry}`}>
          <span className={`${styles.swatch} ${styles.fall}`} />
          Drawdown
          <span className={styles.value}>{signedPercent(elementAt(chart.drawdown, index), 1)}</span>
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

type Line = { name: string; values: ReadonlyArray<number | null>; look: 'portfolio' | 'first' | 'second' };

function linesOf({ shortName, benchmark, benchmark2 }: PortfolioDetail, { pf, bm, bm2 }: Chart): Line[] {
  return [
    { name: shortName, values: pf, look: 'portfolio' },
    ...(benchmark && bm ? [{ name: benchmark, values: bm, look: 'first' as const }] : []),
    ...(benchmark2 && bm2 ? [{ name: benchmark2, values: bm2, look: 'second' as const }] : []),
  ];
}

function summaryOf(detail: PortfolioDetail, chart: Chart): string {
  const ends = linesOf(detail, chart).map(({ name, values }) => `${name} ${grouped(values.at(-1), 1)}`);
  const deepest = signedPercent(Math.min(...chart.drawdown));
  return `Growth of 100 from ${longDate(elementAt(chart.days, 0))} to ${longDate(present(chart.days.at(-1)))}: ${ends.join(', ')}. Deepest drawdown ${deepest}.`;
}

function ByMonth({ detail, chart }: { detail: PortfolioDetail; chart: Chart }) {
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
              <th scope="row">{longDate(elementAt(chart.days, i))}</th>
              {lines.map(({ name, values }) => (
                <td key={name}>{grouped(values[i], 2)}</td>
              ))}
              <td>{signedPercent(elementAt(chart.drawdown, i))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
