import { longDate, signedPercent } from '../../contract/figures/format.ts';
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
import type { ShownPortfolio } from '../../contract/insights-page.ts';
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
  /** What its reporting date is called, or its own last day where it lags. */
  label: string;
  scale: Scale;
  onMore: () => void;
};

export function PortfolioCard({ portfolio, label, scale, onMore }: PortfolioCardProps) {
  const { shortName, subName, start_date, as_of, sample, under_one_year, disclosure } = portfolio;
  const mark = simulationMark(portfolio);
  const [line, ...benchmarks] = figureLines(portfolio);
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
        <dl className={`row apart gap-2 ${styles.figures}`}>
          {metrics
            .filter(({ onCard }) => onCard)
            .map((metric) => (
              <div key={metric.key} className={metric.format === 'change' ? undefined : styles.sharpe}>
                <dt>
                  {markedLabel(metric, portfolio)}
                  {metric.format === 'change' ? (
                    <span className={styles.to}>
                      {words.to} <time dateTime={as_of}>{longDate(as_of)}</time>
                    </span>
                  ) : null}
                </dt>
                <dd className={metric.format === 'change' ? undefined : styles.ratio}>
                  {metric.format === 'change' ? (
                    <ChangeFigure
                      value={line[metric.key] ?? null}
                      against={benchmarks[0]?.[metric.key]}
                      inWords
                      className={styles.total ?? ''}
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
      <Benchmarks lines={benchmarks} />
      <Annual
        label={sayNet(under_one_year ? words.underOneYear : words.annual, disclosure)}
        line={line}
        benchmarks={benchmarks}
        scale={scale}
      />
      <noscript>
        <PlainDetails portfolio={portfolio} benchmarks={benchmarks} />
      </noscript>
      <footer className={`row wraps middle apart ${styles.foot}`}>
        {portfolio.lags ? (
          <p className={`w-100 ${styles.since}`}>
            {words.lags} {longDate(as_of)}
          </p>
        ) : null}
        <p className={styles.since}>
          {mark && !sample ? `${mark} ${words.simulatedSince}` : words.since} <time dateTime={start_date}>{longDate(start_date)}</time>
        </p>
        <Button variant="outline" className={styles.more} onClick={onMore}>
          {words.more}
          <VisuallyHidden> about {shortName}</VisuallyHidden>
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
      {benchmarks.map(({ name, net, excess }) => (
        <p key={name}>
          {name}: {signedPercent(net)} {portfolio.under_one_year ? null : words.aYear}
          {typeof excess === 'number' ? `, ${words.excess} ${signedPercent(excess)}` : ''}
        </p>
      ))}
      {benchmarks.some(({ excess }) => typeof excess === 'number') && <p>{EXCESS_ROUNDING}</p>}
      <p>
        {portfolio.disclosure
          ? disclosureTerms(portfolio.disclosure, portfolio).map(({ term, words: said }) => `${term}: ${said}. `)
          : UNDISCLOSED}
      </p>
      <p>{partsWords(portfolio)}</p>
    </div>
  );
}

function Benchmarks({ lines }: { lines: readonly FigureLine[] }) {
  const columns = metrics.filter(({ onCard, relative }) => onCard && !relative);
  return (
    <table className={styles.benchmarks}>
      <thead>
        <tr>
          <th scope="col">{words.benchmarks}</th>
          {columns.map(({ key, short, format }) => (
            <th key={key} scope="col" className={format === 'change' ? undefined : styles.wide}>
              {short}
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

type AnnualProps = { label: string; line: FigureLine; benchmarks: readonly FigureLine[]; scale: Scale };

function Annual({ label, line, benchmarks, scale }: AnnualProps) {
  const zero = scale(0);
  const end = scale(line.net ?? 0);
  return (
    <div className="pt-2">
      <p className={`row apart gap-2 ${styles.annualWords}`}>
        <span>{label}</span>
        <ChangeFigure value={line.net} against={benchmarks[0]?.net} />
      </p>
      <svg className={styles.strip} width="100%" height="20" aria-hidden="true">
        <line className={styles.axis} x1="0" x2="100%" y1="10" y2="10" />
        <line className={styles.zero} x1={`${zero}%`} x2={`${zero}%`} y1="4" y2="16" />
        <line className={styles.reach} x1={`${zero}%`} x2={`${end}%`} y1="10" y2="10" />
        {benchmarks.map(({ name, net }) =>
          net === null ? null : <line key={name} className={styles.mark} x1={`${scale(net)}%`} x2={`${scale(net)}%`} y1="3" y2="17" />,
        )}
        <circle className={styles.dot} cx={`${end}%`} cy="10" r="5" />
      </svg>
    </div>
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
