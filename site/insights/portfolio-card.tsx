import type { ReactNode } from 'react';
import { longDate, shortDate, signedPercent } from '../../contract/figures/format.ts';
import {
  basisWords,
  disclosureTerms,
  partsWords,
  sayNet,
  simulationMark,
  simulationWords,
  UNDISCLOSED,
} from '../../contract/figures/disclosure-words.ts';
import { EXCESS_ROUNDING, figureLines, markedLabel, metrics, shownFigure, type FigureLine } from '../../contract/figures/metrics.ts';
import { periodOf, periodWords } from '../../contract/figures/period-words.ts';
import { shortLabel } from '../../contract/figures/tabled-metrics.ts';
import type { ShownPortfolio } from '../../contract/insights-page.ts';
import type { PeriodItem } from '../../contract/portfolio.ts';
import { insights } from '../content/insights.ts';
import { Button } from '../../ui/button.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { RiskWarning } from '../frame/risk-warning.tsx';
import { ChangeFigure } from './change-figure.tsx';
import styles from './portfolio-card.module.css';
import type { Scale } from './scale.ts';

const words = insights.card;

type PortfolioCardProps = {
  portfolio: ShownPortfolio;
  /** The reporting date in words, or the portfolio's own last day if its data end before that date. */
  label: string;
  scale: Scale;
  onMore: () => void;
};

export function PortfolioCard({ portfolio, label, scale, onMore }: PortfolioCardProps) {
  const { shortName, subName, start_date, as_of, sample, disclosure } = portfolio;
  const mark = simulationMark(portfolio);
  const [line, ...benchmarks] = figureLines(portfolio);
  const shown = metrics.filter(({ onCard }) => onCard);
  return (
    <article className={mark ? `${styles.card} ${styles.simulated}` : styles.card}>
      <header className={styles.head}>
        <h3 className={styles.name}>{shortName}</h3>
        <span className={styles.chip}>{label}</span>
        <p className={`small faint ${styles.sub}`}>{subName || '--'}</p>
        {sample ? <strong className={styles.chip}>{words.sample}</strong> : null}
        <p className={`small faint ${styles.sub}`}>{basisWords(disclosure)}</p>
        {mark ? <strong className={`${styles.chip} ${styles.hollow}`}>{mark}</strong> : null}
      </header>
      <div className="stack gap-1 content-start">
        <dl className={styles.figures}>
          {shown.map((metric, index) => (
            <div key={metric.key} className={metric.format === 'change' ? undefined : styles.wide}>
              <dt>
                {markedLabel(metric, portfolio)}
                {index === 0 ? (
                  <span className={styles.to}>
                    {`${words.to} `}
                    <time dateTime={as_of}>{longDate(as_of)}</time>
                  </span>
                ) : null}
              </dt>
              <dd className={metric.format === 'change' ? undefined : styles.figure}>
                {metric.format === 'change' ? (
                  <ChangeFigure
                    value={line[metric.key] ?? null}
                    against={benchmarks[0]?.[metric.key]}
                    inWords={index === 0}
                    className={styles.figure ?? ''}
                  />
                ) : (
                  shownFigure(metric, line, true)
                )}
              </dd>
            </div>
          ))}
        </dl>
        <RiskWarning size="in-card" className={styles.warning} />
      </div>
      <div className={styles.lines}>
        <Benchmarks portfolio={portfolio} lines={benchmarks} />
        <Strip line={line} benchmarks={benchmarks} scale={scale} />
        <Periods portfolio={portfolio} lines={[line, ...benchmarks]} />
      </div>
      <noscript>
        <PlainDetails portfolio={portfolio} benchmarks={benchmarks} />
      </noscript>
      <footer className={`row wraps middle apart ${styles.foot}`}>
        {portfolio.lags ? <p className={`w-100 ${styles.since}`}>{`${words.lags} ${longDate(as_of)}`}</p> : null}
        <p className={styles.since}>
          {`${mark && !sample ? `${mark} ${words.simulatedSince}` : words.since} `}
          <time dateTime={start_date}>{longDate(start_date)}</time>
        </p>
        <Button variant="outline" className={styles.more} onClick={onMore}>
          {words.more}
          <VisuallyHidden>{` about ${shortName}`}</VisuallyHidden>
        </Button>
      </footer>
    </article>
  );
}

function PlainDetails({ portfolio, benchmarks }: { portfolio: ShownPortfolio; benchmarks: readonly FigureLine[] }) {
  return (
    <div className="small stack gap-1 quiet mt-2">
      <p>{portfolio.description}</p>
      <p>{simulationWords(portfolio)}</p>
      {benchmarks.map(({ name, excess }) =>
        typeof excess === 'number' ? <p key={name}>{`${name}: ${words.excess} ${signedPercent(excess)}`}</p> : null,
      )}
      {benchmarks.some(({ excess }) => typeof excess === 'number') && <p>{EXCESS_ROUNDING}</p>}
      <p>
        {portfolio.disclosure
          ? disclosureTerms(portfolio.disclosure, portfolio)
              .map(({ term, words: said }) => `${term}: ${said}.`)
              .join(' ')
          : UNDISCLOSED}
      </p>
      {portfolio.simulated ? <p>{partsWords(portfolio)}</p> : null}
    </div>
  );
}

function Benchmarks({ portfolio, lines }: PeriodsProps) {
  const columns = metrics.filter(({ onCard, relative }) => onCard && !relative);
  return (
    <table className={styles.benchmarks}>
      <thead>
        <tr>
          <th scope="col">{words.benchmarks}</th>
          {columns.map((metric) => (
            <th key={metric.key} scope="col" className={metric.format === 'change' ? undefined : styles.wide}>
              {shortLabel(metric, portfolio)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.name}>
            <th scope="row">{line.name}</th>
            {columns.map((metric) => (
              <td key={metric.key} className={metric.format === 'change' ? undefined : styles.wide}>
                {shownFigure(metric, line, false)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type PeriodsProps = { portfolio: ShownPortfolio; lines: readonly FigureLine[] };

/** The returns of every period except the whole, which is above, in equally large figures (equal prominence), with the benchmarks' beside them. */
function Periods({ portfolio, lines }: PeriodsProps) {
  const periods = portfolio.periods?.filter(({ period }) => period !== 'start') ?? [];
  const ofYear = periods.filter(({ period }) => period === '12m');
  return (
    <table className={`${styles.benchmarks} ${styles.periods}`}>
      <thead>
        <tr>
          <th scope="col">{sayNet(words.periods, portfolio.disclosure)}</th>
          {lines.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <PeriodRows portfolio={portfolio} lines={lines} periods={periods.filter((one) => !ofYear.includes(one))} />
      {ofYear.length > 0 ? (
        <PeriodRows portfolio={portfolio} lines={lines} periods={ofYear}>
          <tr>
            <th scope="rowgroup" colSpan={lines.length + 1}>
              {words.ofYear}
            </th>
          </tr>
        </PeriodRows>
      ) : null}
    </table>
  );
}

function PeriodRows({ portfolio, lines, periods, children }: PeriodsProps & { periods: readonly PeriodItem[]; children?: ReactNode }) {
  return (
    <tbody>
      {children}
      {periods.map((period) => (
        <tr key={period.period + period.to}>
          <th scope="row">{children ? shortDate(period.to) : periodWords(period)}</th>
          {lines.map(({ name }, line) => (
            <td key={name}>{signedPercent(periodOf(period, portfolio, line))}</td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

type StripProps = { line: FigureLine; benchmarks: readonly FigureLine[]; scale: Scale };

/** The annualized returns as lengths on a common scale. Hidden from screen readers. */
function Strip({ line, benchmarks, scale }: StripProps) {
  const zero = scale(0);
  const end = scale(line.net ?? 0);
  return (
    <svg className={styles.strip} width="100%" height="20" aria-hidden="true">
      <line className={styles.axis} x1="0" x2="100%" y1="10" y2="10" />
      <line className={styles.zero} x1={`${zero}%`} x2={`${zero}%`} y1="4" y2="16" />
      <line className={styles.reach} x1={`${zero}%`} x2={`${end}%`} y1="10" y2="10" />
      {benchmarks.map(({ name, net }) =>
        net === null ? null : <line key={name} className={styles.mark} x1={`${scale(net)}%`} x2={`${scale(net)}%`} y1="3" y2="17" />,
      )}
      <circle className={styles.dot} cx={`${end}%`} cy="10" r="5" />
    </svg>
  );
}

/** Explains the strips of all cards. */
export function ScaleKey() {
  return (
    <p className={`row wraps middle faint ${styles.key}`} aria-hidden="true">
      <span className="icon-row">
        <svg width="40" height="20">
          <line className={styles.reach} x1="0" x2="34" y1="10" y2="10" />
          <circle className={styles.dot} cx="34" cy="10" r="5" />
        </svg>
        Portfolio
      </span>
      <span className="icon-row">
        <svg width="6" height="20">
          <line className={styles.mark} x1="3" x2="3" y1="3" y2="17" />
        </svg>
        Benchmarks
      </span>
      <span>{insights.metrics.scale}</span>
    </p>
  );
}
