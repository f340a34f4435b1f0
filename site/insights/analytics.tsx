import type { Analytics as Figures, PortfolioDetail } from '../../contract/portfolio.ts';
import { signed, signedPercent } from '../../contract/figures/format.ts';
import type { Paper } from '../../contract/paper.ts';
import { portfolioDetails } from '../content/insights-details.ts';
import { ScrollArea } from '../../ui/scroll-area.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './analytics.module.css';
import { MonthlyReturns, YearlyReturns } from './calendar-returns.tsx';
import { GrowthChart } from './growth-chart.tsx';
import type { ShownPortfolio } from './load.ts';
import { paperAddress, paperTitle } from './paper-address.ts';
import { useAnalytics } from './use-insights.ts';

const words = portfolioDetails.analytics;

type AnalyticsProps = {
  portfolio: ShownPortfolio;
  /** The paper that says how all of it is computed. */
  methodPaper: Paper | undefined;
};

/** What a verified visitor sees of a portfolio: growth and drawdown as a chart, risk, calendar returns. */
export function Analytics({ portfolio, methodPaper }: AnalyticsProps) {
  const detail = useAnalytics(portfolio);
  if (detail === undefined) return <Loading />;
  if (detail === 'failed' || !detail.analytics) return <p className={styles.failed}>{words.failed}</p>;
  const { analytics } = detail;
  return (
    <div className={styles.analytics}>
      <GrowthChart detail={detail} analytics={analytics} />
      <Risk detail={detail} analytics={analytics} />
      <section className={styles.part}>
        <h3 className={styles.heading}>{words.years}</h3>
        <YearlyReturns detail={detail} years={analytics.years} />
      </section>
      <section className={styles.part}>
        <h3 className={styles.heading}>{words.months}</h3>
        <MonthlyReturns name={detail.shortName} months={analytics.months} years={analytics.years} />
        {[...analytics.months, ...analytics.years].some(({ partial }) => partial) ? <p className={styles.note}>{words.partial}</p> : null}
      </section>
      {methodPaper ? (
        <p className={styles.paper}>
          {words.paper}{' '}
          <a href={paperAddress(methodPaper)} target="_blank" rel="noopener">
            {paperTitle(methodPaper)} (PDF)
          </a>
        </p>
      ) : null}
    </div>
  );
}

function Loading() {
  return (
    <div className={styles.loading} aria-busy="true">
      <Skeleton shape="block" />
    </div>
  );
}

/** Risk of each line, and of the portfolio against each benchmark. */
function Risk({ detail, analytics }: { detail: PortfolioDetail; analytics: Figures }) {
  const { benchmark, benchmark2, shortName, sharpe_pf, sharpe_bm, sharpe_bm2 } = detail;
  const { pf, bm, bm2, relative, relative2, risk_free } = analytics;
  const lines = [
    { name: shortName, risk: pf, sharpe: sharpe_pf, beside: null },
    ...(benchmark ? [{ name: benchmark, risk: bm, sharpe: sharpe_bm, beside: relative }] : []),
    ...(benchmark2 ? [{ name: benchmark2, risk: bm2, sharpe: sharpe_bm2, beside: relative2 }] : []),
  ];
  return (
    <section className={styles.part}>
      <h3 className={styles.heading}>{words.risk}</h3>
      <ScrollArea label={words.risk}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Percent a year, ratios a year</th>
              <th scope="col">Volatility</th>
              <th scope="col">Deepest drawdown</th>
              <th scope="col">Sharpe ratio</th>
              <th scope="col">Tracking error</th>
              <th scope="col">Information ratio</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ name, risk, sharpe, beside }, i) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{unsignedPercent(risk?.volatility ?? null)}</td>
                <td>{signedPercent(risk?.max_drawdown ?? null)}</td>
                <td>{signed(sharpe)}</td>
                <td>{i === 0 ? '' : unsignedPercent(beside?.tracking_error ?? null)}</td>
                <td>{i === 0 ? '' : signed(beside?.information_ratio ?? null)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <p className={styles.note}>
        Risk-free rate of the Sharpe ratios: {risk_free.toFixed(2)}% a year. Tracking error and information ratio are the portfolio’s,
        against the benchmark of the row.
      </p>
    </section>
  );
}

function unsignedPercent(value: number | null): string {
  return signedPercent(value).replace(/^[+−]/, '');
}
