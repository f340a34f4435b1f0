import { longDate } from '../../contract/figures/format.ts';
import { costWords, simulationMark, simulationWords } from '../../contract/figures/disclosure-words.ts';
import { EXCESS_ROUNDING, figureLines } from '../../contract/figures/metrics.ts';
import type { Paper } from '../../contract/paper.ts';
import type { ShownPortfolio } from '../../contract/insights-page.ts';
import { portfolioDetails } from '../content/insights-details.ts';
import { ContactButton } from '../frame/contact-button.tsx';
import { RiskWarning } from '../frame/risk-warning.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ComplianceStatement } from './compliance-statement.tsx';
import { FullAnalytics } from './analytics.tsx';
import { ChangeFigure } from './change-figure.tsx';
import styles from './details-dialog.module.css';
import { DisclosureList } from './disclosure-list.tsx';
import { SimulatedPart } from './simulated-part.tsx';
import { useRemembered } from './use-remembered.ts';
import { isVerified } from './verified-state.ts';
import { NetReturns } from './net-returns.tsx';
import { PeriodReturns } from './period-returns.tsx';

const words = portfolioDetails.details;

type DetailsDialogProps = {
  portfolio: ShownPortfolio;
  /** The day whose figures the page shows (ISO). */
  date: string;
  methodPaper: Paper | undefined;
  onClose: () => void;
};

export function DetailsDialog({ portfolio, date, methodPaper, onClose }: DetailsDialogProps) {
  const verified = useRemembered(isVerified);
  const { name, subName, description, as_of, start_date, sample, lags, disclosure } = portfolio;
  const mark = simulationMark(portfolio);
  return (
    <Dialog open onClose={onClose} title={name} size="wide" fullScreenBelow="small">
      <div className="stack gap-4 one-column">
        <div className="stack gap-1">
          {subName ? <p className="small faint">{subName}</p> : null}
          <p>{description}</p>
          <p className={`small faint ${styles.facts}`}>
            {words.asOf} <time dateTime={as_of}>{longDate(as_of)}</time>
            {lags ? ` (${words.lags})` : null}, {mark ? `${mark.toLowerCase()} since` : words.since}{' '}
            <time dateTime={start_date}>{longDate(start_date)}</time>, {costWords(disclosure)}
            {sample ? (
              <>
                , <strong>{words.sample}</strong>
              </>
            ) : null}
            .{' '}
            <a href="#method" onClick={onClose}>
              {words.method}
            </a>
          </p>
        </div>
        {mark ? <p className={styles.mark}>{simulationWords(portfolio)}</p> : null}
        <NetReturns portfolio={portfolio} />
        <RiskWarning className={styles.warning} />
        <PeriodReturns portfolio={portfolio} />
        <ExcessReturns portfolio={portfolio} />
        <ComplianceStatement />
        <DisclosureList portfolio={portfolio} />
        {verified ? null : <SimulatedPart detail={portfolio} />}
        {verified ? <FullAnalytics portfolio={portfolio} date={date} methodPaper={methodPaper} /> : <Invitation portfolio={portfolio} />}
        <div className={`row wraps middle apart ${styles.ask}`}>
          <p>{words.ask.text}</p>
          <ContactButton
            caller="portfolios_cu"
            about={{ kind: 'portfolio', id: portfolio.id, name: portfolio.shortName }}
            variant="outline"
          >
            {words.ask.action}
          </ContactButton>
        </div>
      </div>
    </Dialog>
  );
}

function ExcessReturns({ portfolio }: { portfolio: ShownPortfolio }) {
  const [, ...benchmarks] = figureLines(portfolio);
  const rows = benchmarks.flatMap(({ name, excess }) => (typeof excess === 'number' ? [{ name, excess }] : []));
  return (
    <section className="stack gap-1">
      <h3 className="h4">{words.excess}</h3>
      {rows.length === 0 ? (
        <p>{words.noExcess}</p>
      ) : (
        <dl className={styles.pairs}>
          {rows.map(({ name, excess }) => (
            <div key={name}>
              <dt>
                {words.versus} {name}
              </dt>
              <dd>
                <ChangeFigure value={excess} against={0} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {rows.length > 0 && <p className="small faint">{EXCESS_ROUNDING}</p>}
    </section>
  );
}

function Invitation({ portfolio: { id, shortName: name } }: { portfolio: ShownPortfolio }) {
  const { title, text, action } = words.invitation;
  return (
    <section className={`stack gap-3 ${styles.invitation}`}>
      <div>
        <h3 className="h4">{title}</h3>
        <p>{text}</p>
        <ContactButton caller="insights_cu" about={{ kind: 'portfolio', id, name }} className={styles.action ?? ''}>
          {action}
          <Icon name="arrow-right" size={20} />
        </ContactButton>
      </div>
    </section>
  );
}
