import type { DeskLeadPage } from '../../contract/desk/lead-facts.ts';
import { sectionPaths } from './lead-words.ts';
import { LeadMarks } from './lead-marks.tsx';
import { Moment } from '../parts/moment.tsx';
import { PersonData } from './person-data.tsx';
import type { ShownSection } from './work-section.ts';
import styles from './sent-answers.module.css';

type SentPage = Pick<DeskLeadPage, 'id' | 'answers' | 'email' | 'consents' | 'attribution' | 'others' | 'othersLeftOut'>;

type SentProps = { of: ShownSection; page: SentPage; title: string; without?: readonly string[] };

/** What somebody sent, as the form showed it: always as text. `without`: answers that stand elsewhere. */
export function SentAnswers({ of, page, title, without = [] }: SentProps) {
  return (
    <div className={styles.facts}>
      <section aria-labelledby="answers">
        <h2 id="answers">{title}</h2>
        <Rows rows={page.answers.filter(({ name }) => !without.includes(name)).map(({ name, label, value }) => [name, label, value])} />
        <p className={styles.contact}>
          <a href={`mailto:${encodeURIComponent(page.email)}`}>Write to {page.email}</a>
        </p>
      </section>
      <section aria-labelledby="consents">
        <h2 id="consents">Consents</h2>
        {page.consents.length === 0 && <p className={styles.none}>None was asked for.</p>}
        {page.consents.map((consent) => (
          <details key={`${consent.at} ${consent.purpose} ${consent.action}`} className={styles.consent}>
            <summary>
              {consent.purpose}: {consent.action}, <Moment at={consent.at} />
            </summary>
            <blockquote>{consent.text}</blockquote>
            <p className={styles.none}>
              Version {consent.version}, on {consent.page}
            </p>
          </details>
        ))}
      </section>
      {page.attribution.length > 0 && (
        <section aria-labelledby="source">
          <h2 id="source">Where it came from</h2>
          <Rows rows={page.attribution.map(({ name, value }) => [name, name, value])} />
        </section>
      )}
      {page.others.length > 0 && (
        <section aria-labelledby="others">
          <h2 id="others">Also from this address</h2>
          <ul className={styles.others}>
            {page.others.map((other) => (
              <li key={other.id}>
                <OtherLink other={other} />, <Moment at={other.createdAt} />{' '}
                {other.section !== 'application' && <LeadMarks lead={{ ...other, sample: false }} />}
              </li>
            ))}
          </ul>
          {page.othersLeftOut > 0 && <p className={styles.none}>And {page.othersLeftOut} more.</p>}
        </section>
      )}
      <PersonData of={of} page={page} />
    </div>
  );
}

function OtherLink({ other }: { other: DeskLeadPage['others'][number] }) {
  return <a href={`${sectionPaths[other.section]}/${other.id}`}>{other.request}</a>;
}

function Rows({ rows }: { rows: readonly (readonly [key: string, label: string, value: string])[] }) {
  return (
    <dl className={styles.rows}>
      {rows.map(([key, label, value]) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
