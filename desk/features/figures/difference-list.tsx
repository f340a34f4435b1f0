import type { Differences } from '../../../contract/desk/figure-facts.ts';
import { longDate } from '../../../contract/figures/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ScrollArea } from '../../../ui/scroll-area.tsx';
import { daysWords } from './figure-words.ts';
import styles from './difference-list.module.css';

/** Differences between two versions, as `npm run portfolios` prints them. */
export function DifferenceList({ differences, replacesSample = false }: { differences: Differences; replacesSample?: boolean }) {
  const { base, words, rescaled, outliers, outlierCount } = differences;
  return (
    <>
      <section aria-labelledby="days" className="stack gap-1 min-w-0 mt-3">
        <h2 id="days">
          {base !== null
            ? `Compared with version ${base.version}, to ${longDate(base.to)}`
            : replacesSample
              ? 'Your first record, in the place of a sample: the two are not compared'
              : 'The first record: there is none before to compare it with'}
        </h2>
        <dl className={`stack ${styles.counts}`}>
          <Days term="Added" days={differences.added} />
          {differences.inserted.count > 0 && <Days term="Of these before the last day" days={differences.inserted} />}
          <Days term="Lost" days={differences.lost} />
          <Days term="Restated" days={differences.restated} />
        </dl>
        {rescaled && <p>Values begin from another base; every return is the same.</p>}
        {words.map(({ what, before, after }) => (
          <p key={what} className="breaks">
            The {what} was “{before}” and becomes “{after}”.
          </p>
        ))}
      </section>
      {outlierCount > 0 && (
        <div className="mt-2">
          <Alert look="info" icon="warning" title={outlierCount === 1 ? 'One outlier' : `${outlierCount} outliers`}>
            <ul className={styles.outliers}>
              {outliers.map(({ line, text }) => (
                <li key={line + text}>
                  {line}, {text}
                </li>
              ))}
            </ul>
            {outlierCount > outliers.length && <p>and {outlierCount - outliers.length} more</p>}
          </Alert>
        </div>
      )}
      <StatedTerms stated={differences.stated} />
      <Figures differences={differences} />
      <Restated differences={differences} />
    </>
  );
}

export function StatedTerms({ stated }: Pick<Differences, 'stated'>) {
  if (stated.length === 0) return null;
  return (
    <section aria-labelledby="stated" className="stack gap-1 min-w-0 mt-3">
      <h2 id="stated">What is stated of the figures</h2>
      <dl className={`stack ${styles.stated}`}>
        {stated.map(({ term, words }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="breaks">{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Days({ term, days }: { term: string; days: Differences['added'] }) {
  const { count, first, last, listed } = days;
  return (
    <div className={count > 0 && term !== 'Added' ? styles.changed : undefined}>
      <dt>{term}</dt>
      <dd>
        <strong>{count === 0 ? 'None' : daysWords(count)}</strong>
        {first !== null && last !== null && <span>{first === last ? longDate(first) : `${longDate(first)} to ${longDate(last)}`}</span>}
        {count > 1 && (
          <details>
            <summary>Which days</summary>
            <p>
              {listed.join(', ')}
              {count > listed.length && `, and ${count - listed.length} more`}
            </p>
          </details>
        )}
      </dd>
    </div>
  );
}

/** A first version has one column of figures. The column for the same day is shown when a version restates the past and also adds days. */
function Figures({ differences }: { differences: Differences }) {
  const { base, to, figures } = differences;
  const restates = base !== null && base.to < to && figures.some(({ before, sameDay }) => before !== sameDay);
  return (
    <section aria-labelledby="figures" className="stack gap-1 min-w-0 mt-3">
      <h2 id="figures">Headline figures</h2>
      <ScrollArea label="Headline figures, as a table">
        <table className={`w-100 ${styles.table}`}>
          <thead>
            <tr>
              <th scope="col">Figure</th>
              <th scope="col" className={styles.column}>
                Of
              </th>
              {base !== null && (
                <th scope="col">
                  Before <span>to {longDate(base.to)}</span>
                </th>
              )}
              {restates && (
                <th scope="col">
                  After <span>to {longDate(base.to)}</span>
                </th>
              )}
              <th scope="col">
                After <span>to {longDate(to)}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {figures.map(({ figure, line, before, sameDay, after }) => (
              <tr key={`${figure} ${line}`} className={base !== null && before !== after ? styles.changed : undefined}>
                <th scope="row">
                  {figure} <span className={styles.of}>{line}</span>
                </th>
                <td className={styles.column}>{line}</td>
                {base !== null && <td>{before || 'none'}</td>}
                {restates && <td>{sameDay || 'none'}</td>}
                <td>{after || 'none'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </section>
  );
}

function Restated({ differences }: { differences: Differences }) {
  const { restatements, restatedValues } = differences;
  if (restatedValues === 0) return null;
  const value = (number: number | null) => (number === null ? 'none' : String(number));
  return (
    <section aria-labelledby="restated" className="stack gap-1 min-w-0 mt-3">
      <h2 id="restated">{restatements.length < restatedValues ? `Largest of ${restatedValues} restated values` : 'Restated values'}</h2>
      <ScrollArea label="Restated values, as a table" className={styles.long}>
        <table className={`w-100 ${styles.table}`}>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col" className={styles.column}>
                Of
              </th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {restatements.map(({ day, line, before, after }) => (
              <tr key={`${day} ${line}`}>
                <th scope="row">
                  {day} <span className={styles.of}>{line}</span>
                </th>
                <td className={styles.column}>{line}</td>
                <td>{value(before)}</td>
                <td>{value(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </section>
  );
}
