import { disclosureTerms, UNDISCLOSED } from '../../contract/figures/disclosure-words.ts';
import type { PortfolioDetail } from '../../contract/portfolio.ts';
import { portfolioDetails } from '../content/insights-details.ts';
import styles from './details-dialog.module.css';

/** The disclosures about a portfolio's figures, as a list of terms. */
export function DisclosureList({ portfolio }: { portfolio: PortfolioDetail }) {
  const { disclosure } = portfolio;
  return (
    <section className="stack gap-1">
      <h3 className="h4">{portfolioDetails.details.disclosure}</h3>
      {disclosure === undefined ? (
        <p>{UNDISCLOSED}</p>
      ) : (
        <dl className={styles.stated}>
          {disclosureTerms(disclosure, portfolio).map(({ term, words }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
