import type { Analytics, PortfolioDetail } from '../../contract/portfolio.ts';
import { riskFreeWords } from '../../contract/figures/stated-rates.ts';
import { absentWords } from '../../contract/figures/absent-figures.ts';
import { lateBenchmarkWords } from '../../contract/figures/late-benchmarks.ts';
import { figureLines, metrics, shownFigure } from '../../contract/figures/metrics.ts';
import { paperTitle, type Paper } from '../../contract/paper.ts';
import type { ShownPortfolio } from '../../contract/insights-page.ts';
import { portfolioDetails } from '../content/insights-details.ts';
import { RiskWarning } from '../frame/risk-warning.tsx';
import { ScrollArea } from '../../ui/scroll-area.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import figureTable from './figure-table.module.css';
import styles from './analytics.module.css';
import { MonthlyReturns, YearlyReturns } from './calendar-returns.tsx';
import { GrowthChart } from './growth-chart.tsx';
import { paperAddress } from './paper-address.ts';
import { SimulatedPart } from './simulated-part.tsx';
import { useAnalytics } from './use-data.ts';

const words = portfolioDetails.analytics;

type AnalyticsProps = {
  portfolio: ShownPortfolio;
  date: string;
  methodPaper: Paper | undefined;
};

export function FullAnalytics({ portfolio, date, methodPaper }: AnalyticsProps) {
  const detail = useAnalytics(portfolio, date);
  if (detail === undefined) return <Loading />;
  if (detail === 'failed' || !detail.analytics) return <p className={styles.failed}>{words.failed}</p>;
  return <LoadedAnalytics detail={detail} analytics={detail.analytics} methodPaper={methodPaper} />;
}

type LoadedProps = { detail: PortfolioDetail; analytics: Analytics; methodPaper: Paper | undefined };

export function LoadedAnalytics({ detail, analytics, methodPaper }: LoadedProps) {
  return (
    <div className="stack gap-5 one-column">
      <GrowthChart detail={detail} analytics={analytics} />
      <SimulatedPart detail={detail} />
      <Risk detail={detail} analytics={analytics} />
      <section className="stack gap-1 one-column">
        <h3 className="h4">{words.years}</h3>
        <YearlyReturns detail={detail} years={analytics.years} />
      </section>
      <section className="stack gap-1 one-column">
        <h3 className="h4">{words.months}</h3>
        <MonthlyReturns name={detail.shortName} months={analytics.months} years={analytics.years} />
        {[...analytics.months, ...analytics.years].some(({ partial }) => partial) ? <p className="fine faint">{words.partial}</p> : null}
      </section>
      <RiskWarning />
      {methodPaper ? (
        <p className="quiet">
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

function Risk({ detail, analytics }: { detail: PortfolioDetail; analytics: Analytics }) {
  const rows = metrics.filter(({ inRisk }) => inRisk);
  const lines = figureLines(detail);
  return (
    <section className="stack gap-1 one-column">
      <h3 className="h4">{words.risk}</h3>
      <ScrollArea label={words.risk}>
        <table className={`${figureTable.table} ${figureTable.wrapped} ${styles.risk}`}>
          <thead>
            <tr>
              <th scope="col">Since start</th>
              {lines.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((metric) => (
              <tr key={metric.key}>
                <th scope="row">{metric.label}</th>
                {lines.map((line, i) => (
                  <td key={line.name}>{shownFigure(metric, line, i === 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <p className="fine faint">
        Risk-free rate: {riskFreeWords(analytics)}. What stands for a benchmark alone is the portfolio’s figure against it.{' '}
        {[...lateBenchmarkWords(detail), ...absentWords(detail)].join(' ')}
      </p>
    </section>
  );
}
