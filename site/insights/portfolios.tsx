import { insights } from '../content/insights.ts';
import { ContactButton } from '../frame/contact-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { ShownPortfolio } from './load.ts';
import { PortfolioCard } from './portfolio-card.tsx';
import styles from './portfolios.module.css';
import { scaleOf } from './scale.ts';

const words = insights.metrics;

type PortfoliosProps = {
  /** `undefined` while they are on their way. */
  portfolios: readonly ShownPortfolio[] | undefined;
  onMore: (portfolio: ShownPortfolio) => void;
};

/** The quarter's figures of every portfolio. */
export function Portfolios({ portfolios, onMore }: PortfoliosProps) {
  const sample = portfolios?.some((portfolio) => portfolio.sample) ?? false;
  return (
    <section className={`wrap ${styles.portfolios}`} aria-labelledby="metrics" aria-busy={portfolios === undefined}>
      <div className={styles.head}>
        <h2 id="metrics">{words.title}</h2>
        <p className={styles.status}>
          {words.status}{' '}
          <output>
            <strong className={sample ? undefined : styles.unsaid}>{words.sample}</strong>
          </output>
        </p>
      </div>
      <noscript>
        <p className={styles.note}>
          {words.withoutScript} <a href="/getreport">{words.withoutScriptLink}</a>.
        </p>
      </noscript>
      {portfolios === undefined ? <Loading /> : <Cards portfolios={portfolios} onMore={onMore} />}
    </section>
  );
}

function Cards({ portfolios, onMore }: { portfolios: readonly ShownPortfolio[]; onMore: PortfoliosProps['onMore'] }) {
  if (portfolios.length === 0) {
    return (
      <div className={styles.none}>
        <p>{words.none}</p>
        <ContactButton caller="portfolios_cu">{words.ask}</ContactButton>
      </div>
    );
  }
  const scale = scaleOf(portfolios.flatMap((one) => [one.net_return_pf, one.net_return_bm, one.net_return_bm2]));
  return (
    <>
      <ul className={styles.cards}>
        {portfolios.map((portfolio) => (
          <li key={`${portfolio.group} ${portfolio.id}`} className={styles.item}>
            <PortfolioCard portfolio={portfolio} scale={scale} onMore={() => onMore(portfolio)} />
          </li>
        ))}
      </ul>
      <Key />
    </>
  );
}

/** How to read the cards' marks. */
function Key() {
  return (
    <p className={styles.key} aria-hidden="true">
      <svg width="40" height="20">
        <line className={styles.reach} x1="0" x2="34" y1="10" y2="10" />
        <circle className={styles.dot} cx="34" cy="10" r="5" />
      </svg>
      Portfolio
      <svg width="6" height="20">
        <line className={styles.mark} x1="3" x2="3" y1="3" y2="17" />
      </svg>
      Benchmarks, both a year and on one scale for all cards
    </p>
  );
}

/** As many cards as the page usually has, each as tall as one. */
function Loading() {
  return (
    <>
      <VisuallyHidden>Loading</VisuallyHidden>
      <ul className={`${styles.cards} ${styles.loading}`} aria-hidden="true">
        {Array.from({ length: 6 }, (_, i) => (
          <li key={i} className={styles.shape}>
            <Skeleton shape="heading" />
            <Skeleton />
            <Skeleton shape="figure" />
            <Skeleton />
            <Skeleton />
            <Skeleton />
          </li>
        ))}
      </ul>
      <Key />
    </>
  );
}

/** Where the sentence about the report leads. */
export function ReportInvitation() {
  return (
    <p>
      {insights.report.text} <a href="/getreport">{insights.report.action}</a>
    </p>
  );
}
