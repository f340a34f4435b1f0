import { mayUse } from '../../contract/desk/roles.ts';
import { useSignedIn } from '../account/account-context.ts';
import { ChangeMark } from './change-mark.tsx';
import type { OverviewData } from './overview-data.ts';
import { countWords, shareWords, spanWords } from './overview-words.ts';
import styles from './funnel.module.css';

const steps = [
  ['received', 'Sent a form'],
  ['linked', 'Got a link'],
  ['verified', 'Confirmed'],
  ['answered', 'Answered by us'],
  ['met', 'Meeting'],
  ['won', 'Won'],
] as const;

/** From the form to the meeting, and how long the first answer took. */
export function Funnel({ data: { funnel, answerTime, waiting } }: { data: OverviewData }) {
  const { now, before } = funnel;
  const { roles } = useSignedIn();
  return (
    <>
      <ol className={styles.steps}>
        {steps.map(([step, words]) => (
          <li key={step} className={styles.step}>
            <span className={styles.name}>{words}</span>
            <svg className={styles.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
              <rect className={styles.all} width="100" height="1" />
              <rect className={styles.part} width={now.received === 0 ? 0 : (100 * now[step]) / now.received} height="1" />
            </svg>
            <span className={styles.count}>
              {countWords(now[step])} <span className={styles.share}>{shareWords(now[step], now.received)}</span>
            </span>
            <span className={styles.before}>
              {countWords(before[step])} before <ChangeMark before={before[step]} now={now[step]} />
            </span>
          </li>
        ))}
      </ol>
      <dl className={styles.times}>
        <div>
          <dt>First answer, half within</dt>
          <dd>{spanWords(answerTime.now.median)}</dd>
          <dd className={styles.before}>{spanWords(answerTime.before.median)} before</dd>
        </div>
        <div>
          <dt>Nine of ten within</dt>
          <dd>{spanWords(answerTime.now.p90)}</dd>
          <dd className={styles.before}>{spanWords(answerTime.before.p90)} before</dd>
        </div>
        <div>
          <dt>Confirmed, and not answered</dt>
          <dd>{countWords(waiting)}</dd>
          {mayUse(roles, 'leads.read') && (
            <dd>
              <a href="/leads?view=waiting">All that wait</a>
            </dd>
          )}
        </div>
        <div>
          <dt>Suspected spam</dt>
          <dd>{countWords(now.spam)}</dd>
          <dd className={styles.before}>{countWords(before.spam)} before</dd>
        </div>
      </dl>
      <p className={styles.note}>
        Of leads that came in the period, whatever day the rest happened: the latest have had less time for it than those before. Leads that
        retention has removed since are counted all the same. An answer is the first change to Contacted, Meeting or Won. How many people
        opened a form and did not send it is stored nowhere, since the site does not follow its visitors: the first number is of forms that
        were sent.
      </p>
    </>
  );
}
