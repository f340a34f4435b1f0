import { saveFigures } from '../../../contract/calls/desk/figure-calls.ts';
import type { RecordVersion } from '../../../contract/desk/figure-facts.ts';
import { encodeCall } from '../../../contract/calls/desk/call-request.ts';
import { longDate } from '../../../contract/figures/format.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useColleagues } from '../work/use-colleagues.ts';
import { Moment } from '../../parts/moment.tsx';
import { countText, daysWords, versionAddress, type PortfolioPage } from './figure-words.ts';
import styles from './figures.module.css';

export function Versions({ page }: { page: PortfolioPage }) {
  const { id, versions } = page;
  return (
    <section aria-labelledby="versions" className="stack gap-1 content-start">
      <h2 id="versions">Versions</h2>
      {versions.length === 0 ? (
        <p className={`quiet ${styles.none}`}>Nothing was published yet.</p>
      ) : (
        <ol className={`stack ${styles.versions}`}>
          {versions.map((one, index) => (
            <li key={one.version}>
              <p className={styles.line}>
                <strong>Version {one.version}</strong>
                {index === 0 && <span className={`fine quiet ${styles.mark}`}>{page.removed ? 'The last one' : 'Public'}</span>}
                {one.sample && <span className={`fine quiet ${styles.mark}`}>Sample</span>}
                <Moment at={one.recordedAt} />
              </p>
              <Facts one={one} />
              <p className={styles.line}>
                {index > 0 && (
                  <a href={versionAddress(id, one.version)}>
                    Compare, or go back to it
                    <VisuallyHidden> (version {one.version})</VisuallyHidden>
                  </a>
                )}
                <a href={encodeCall(saveFigures, { id, version: String(one.version) }).path} download>
                  Save as CSV
                  <VisuallyHidden> (version {one.version})</VisuallyHidden>
                </a>
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Facts({ one }: { one: RecordVersion }) {
  const { nameOf } = useColleagues();
  const { changes, source, reason, draftedBy, publishedBy } = one;
  const by = publishedBy !== null && `published by ${nameOf(publishedBy)}`;
  const from = draftedBy !== null && `uploaded by ${nameOf(draftedBy)}`;
  const origin = [source !== null && `from ${source}`, from, by].filter(Boolean).join(', ');
  return (
    <>
      <p>
        {longDate(one.from)} to {longDate(one.to)}
        {changes !== null &&
          `: ${daysWords(changes.added)} added, ${countText(changes.lost)} lost, ${countText(changes.restated)} restated`}
        {changes !== null &&
          changes.confirmed > 0 &&
          `, ${changes.confirmed} ${changes.confirmed === 1 ? 'outlier' : 'outliers'} confirmed`}
      </p>
      {origin !== '' && <p className="breaks quiet">{origin}</p>}
      {reason !== null && <p>“{reason}”</p>}
    </>
  );
}
