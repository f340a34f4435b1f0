import { commonCostWords, isNet, sayNet } from '../../contract/figures/disclosure-words.ts';
import { eitherDate } from '../../contract/figures/format.ts';
import { dateLabel, reportingDay, type ReportingDates } from '../../contract/figures/reporting-date.ts';
import type { MissingCount, ShownPortfolio } from '../../contract/insights-page.ts';
import { insights } from '../content/insights.ts';
import { ContactButton } from '../frame/contact-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { ComplianceStatement } from './compliance-statement.tsx';
import { PortfolioCard, ScaleKey } from './portfolio-card.tsx';
import styles from './portfolios.module.css';
import { scaleOf } from './scale.ts';
import { LoadAgain } from './try-again.tsx';

const words = insights.metrics;

type PortfoliosProps = {
  portfolios: readonly ShownPortfolio[];
  dates: ReportingDates;
  missing: MissingCount;
  busy: boolean;
  onMore: (portfolio: ShownPortfolio) => void;
  onAgain: () => void;
};

export function Portfolios({ portfolios, dates, missing, busy, onMore, onAgain }: PortfoliosProps) {
  const samples = portfolios.filter(({ sample }) => sample).length;
  return (
    <section className={`wrap ${styles.portfolios}`} aria-labelledby="metrics" aria-busy={busy}>
      <div className={`stack mb-4 ${styles.head}`}>
        <h2 id="metrics">{words.title}</h2>
        <p className={`small quiet ${styles.status}`}>
          <Dates portfolios={portfolios} dates={dates} />{' '}
          <output>
            <strong className={samples > 0 ? undefined : styles.unsaid}>
              {samples < portfolios.length ? words.someSamples : words.sample}
            </strong>
          </output>
        </p>
        <ComplianceStatement />
      </div>
      {portfolios.length > 0 && missing !== 0 && (
        <div className={`row wraps middle mb-3 bordered ${styles.missing}`}>
          <p>{words.missing(missing)}</p>
          <LoadAgain onAgain={onAgain} />
        </div>
      )}
      {portfolios.length > 0 ? (
        <Cards portfolios={portfolios} dates={dates} onMore={onMore} />
      ) : busy ? (
        <Loading />
      ) : (
        <None onAgain={onAgain} />
      )}
    </section>
  );
}

function Dates({ portfolios, dates }: Pick<PortfoliosProps, 'portfolios' | 'dates'>) {
  const days = portfolios.map((portfolio) => portfolio.as_of);
  const last = eitherDate(days.length === 0 ? Object.values(dates) : days);
  const stated = portfolios.map(({ disclosure }) => disclosure);
  return (
    <>
      {words.to} {last}, {commonCostWords(stated) ?? words.basis}. {stated.every(isNet) ? words.status : sayNet(words.status, undefined)}{' '}
      {portfolios.some((portfolio) => portfolio.under_one_year) ? `${words.underOneYear} ` : null}
      {new Set(days).size > 1 ? words.ends : null}
    </>
  );
}

function None({ onAgain }: Pick<PortfoliosProps, 'onAgain'>) {
  return (
    <div className={`stack gap-2 items-start bordered ${styles.none}`}>
      <p>{words.none}</p>
      <div className="row wraps gap-2">
        <LoadAgain onAgain={onAgain} />
        <ContactButton caller="portfolios_cu" variant="outline">
          {words.ask}
        </ContactButton>
      </div>
    </div>
  );
}

function Cards({ portfolios, dates, onMore }: Pick<PortfoliosProps, 'portfolios' | 'dates' | 'onMore'>) {
  const scale = scaleOf(portfolios.flatMap((one) => [one.net_return_pf, one.net_return_bm, one.net_return_bm2]));
  return (
    <>
      <ScaleKey />
      <ul className={`stack one-column ${styles.cards}`}>
        {portfolios.map((portfolio) => (
          <li key={`${portfolio.group} ${portfolio.id}`} className={`stack mb-3 ${styles.item}`}>
            <PortfolioCard
              portfolio={portfolio}
              label={dateLabel(portfolio.lags ? portfolio.as_of : reportingDay(dates))}
              scale={scale}
              onMore={() => onMore(portfolio)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function Loading() {
  return (
    <>
      <VisuallyHidden>Loading</VisuallyHidden>
      <ScaleKey />
      <ul className={`stack one-column ${styles.cards}`} aria-hidden="true">
        {Array.from({ length: 6 }, (_, i) => (
          <li key={i} className={`stack mb-3 gap-2 content-start bordered ${styles.shape}`}>
            <Skeleton shape="heading" />
            <Skeleton />
            <Skeleton shape="figure" />
            <Skeleton />
            <Skeleton />
            <Skeleton />
          </li>
        ))}
      </ul>
    </>
  );
}
