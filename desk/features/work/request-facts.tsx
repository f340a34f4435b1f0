import { byPurpose, purposeWords, recordWords, standingWords } from '../../../contract/desk/agreement-words.ts';
import type { DeskLeadPage } from '../../../contract/desk/lead-facts.ts';
import { attributionWords, pageWords } from '../../../contract/desk/source-words.ts';
import { phoneLink, spacedPhone } from '../../../contract/phone-link.ts';
import { LeadMarks } from './lead-marks.tsx';
import { Moment } from '../../parts/moment.tsx';
import { PersonData } from './person-data.tsx';
import { sectionPaths, type Section } from './sections.ts';
import styles from './request-facts.module.css';

type Facts = Pick<DeskLeadPage, 'id' | 'answers' | 'email' | 'consents' | 'attribution' | 'others' | 'othersLeftOut'>;

type FactsProps = { of: Section; page: Facts; title: string; without?: readonly string[] };

/** What is known of a request: the answers of its form, always as plain text, consents and source. `without`: answers that are shown elsewhere. */
export function RequestFacts({ of, page, title, without = [] }: FactsProps) {
  return (
    <div className={`stack one-column gap-4 content-start min-w-0 breaks ${styles.facts}`}>
      <section aria-labelledby="answers">
        <h2 id="answers">{title}</h2>
        <AnswerRows rows={page.answers.filter(({ name }) => !without.includes(name))} />
        <p className={`breaks ${styles.contact}`}>
          <a href={`mailto:${encodeURIComponent(page.email)}`}>Write to {page.email}</a>
        </p>
      </section>
      <section aria-labelledby="consents">
        <h2 id="consents">Consents</h2>
        {page.consents.length === 0 && <p className={styles.none}>None was asked for.</p>}
        {byPurpose(page.consents).map(([purpose, records]) => (
          <Consents key={purpose} purpose={purpose} records={records} />
        ))}
      </section>
      {page.attribution.length > 0 && (
        <section aria-labelledby="source">
          <h2 id="source">Where it came from</h2>
          <AnswerRows
            rows={page.attribution.map(({ name, value }) => ({
              name,
              label: attributionWords(name),
              value: name === 'page' || name === 'entry' ? pageWords(value) : value,
            }))}
          />
        </section>
      )}
      {page.others.length > 0 && (
        <section aria-labelledby="others">
          <h2 id="others">Also from this address</h2>
          <ul className={`stack ${styles.others}`}>
            {page.others.map((other) => (
              <li key={other.id}>
                <a href={`${sectionPaths[other.section]}/${other.id}`}>{other.request}</a>, <Moment at={other.createdAt} />{' '}
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

/** The current consent for a purpose, and all records of it. A text is shown once if the previous record has the same one. */
function Consents({ purpose, records }: { purpose: string; records: DeskLeadPage['consents'] }) {
  return (
    <details className={`border-bottom ${styles.consent}`}>
      <summary>
        {purposeWords(purpose)}: <b>{standingWords(records)}</b>
      </summary>
      <ol>
        {records.map((record, index) => (
          <li key={`${record.at} ${record.action}`}>
            {recordWords(record)}, <Moment at={record.at} />
            <p className={styles.none}>
              {placeWords(record.page)}, text version {record.version}
            </p>
            {record.text !== records[index + 1]?.text && <blockquote>{record.text}</blockquote>}
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Where a consent was given: on a page, in a mail, or as staff noted who made a lead by hand. */
function placeWords(page: string): string {
  if (page === 'mail') return 'In a mail';
  return page.startsWith('/') ? `On the page ${pageWords(page)}` : page || 'Not known where';
}

/** A telephone number is a link to call it. */
export function AnswerRows({ rows }: { rows: DeskLeadPage['answers'] }) {
  return (
    <dl className={styles.rows}>
      {rows.map(({ name, label, value }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{name === 'phone' ? <Phone value={value} /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Phone({ value }: { value: string }) {
  const address = phoneLink(value);
  return address === undefined ? value : <a href={address}>{spacedPhone(value)}</a>;
}
