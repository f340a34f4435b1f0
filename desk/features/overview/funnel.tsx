import type { ReactNode } from 'react';
import { mayUse } from '../../../contract/desk/roles.ts';
import { useSignedIn } from '../../account/account-context.ts';
import { writeDraft } from '../../parts/drafts.ts';
import { ChangeMark } from './change-mark.tsx';
import type { OverviewData } from './overview-asked.ts';
import { countWords, dayWords, shareWords, spanWords } from './overview-words.ts';
import styles from './funnel.module.css';

const steps = [
  ['received', 'Sent a form'],
  ['linked', 'Got a link'],
  ['verified', 'Confirmed'],
  ['answered', 'Answered by us'],
  ['met', 'Met'],
  ['won', 'Won'],
] as const;

/** The numbers from opened form to what was won, and the time to the first answer. */
export function Funnel({ data }: { data: OverviewData }) {
  const { funnel, answerTime, waiting } = data;
  const { now, before } = funnel;
  const opened = openedOf(data);
  const whole = Math.max(opened?.now ?? 0, now.received);
  const { roles } = useSignedIn();
  return (
    <>
      <ol className={`stack ${styles.steps}`}>
        {opened !== undefined && (
          <Step words="Opened a form" part={opened.now} whole={whole}>
            {opened.before ?? `counted since ${dayWords(opened.since)}`}
          </Step>
        )}
        {steps.map(([step, words]) => (
          <Step
            key={step}
            words={words}
            part={now[step]}
            whole={whole}
            share={step === 'received' ? opened?.share : shareWords(now[step], now.received)}
          >
            {countWords(before[step])} before <ChangeMark before={before[step]} now={now[step]} />
          </Step>
        ))}
      </ol>
      <dl className={`stack mt-3 border-top ${styles.times}`}>
        <div>
          <dt>First answer, half within</dt>
          <dd>{spanWords(answerTime.now.median)}</dd>
          <dd className={`faint ${styles.before}`}>{spanWords(answerTime.before.median)} before</dd>
        </div>
        <div>
          <dt>Nine of ten within</dt>
          <dd>{spanWords(answerTime.now.p90)}</dd>
          <dd className={`faint ${styles.before}`}>{spanWords(answerTime.before.p90)} before</dd>
        </div>
        <div>
          <dt>Confirmed, and not answered</dt>
          <dd>{countWords(waiting)}</dd>
          {mayUse(roles, 'leads.read') && (
            <dd>
              <a href="/leads?view=waiting" onClick={() => writeDraft('leads search', '')}>
                All that wait
              </a>
              , of all time
            </dd>
          )}
        </div>
        <div>
          <dt>Suspected spam</dt>
          <dd>{countWords(now.spam)}</dd>
          <dd className={`faint ${styles.before}`}>{countWords(before.spam)} before</dd>
        </div>
      </dl>
      <p className={`mt-3 fine faint ${styles.note}`}>
        Of leads that came in the period, whatever day the rest happened: the latest have had less time for it than those before. Leads that
        retention has removed since are counted all the same. An answer is the first change to Contacted, Meeting or Won. Met is whose
        meeting was marked as held, or who was won; a meeting that is past and that nobody marked does not count: Today asks about it. A
        state that was undone at once is not counted. A form counts as opened once for a visit to its page: the site does not follow its
        visitors, and somebody who opens it on two pages is two. The share of forms that were sent is of those; the shares beneath are of
        forms that were sent.
      </p>
    </>
  );
}

type StepProps = { words: string; part: number; whole: number; share?: string | undefined; children: ReactNode };

function Step({ words, part, whole, share, children }: StepProps) {
  return (
    <li className={`stack middle ${styles.step}`}>
      <span className="strong">{words}</span>
      <svg className={`w-100 ${styles.bar}`} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect className={styles.all} width="100" height="1" />
        <rect className={styles.part} width={whole === 0 ? 0 : (100 * part) / whole} height="1" />
      </svg>
      <span className={`strong ${styles.count}`}>
        {countWords(part)} {share !== undefined && <span className={`faint ${styles.share}`}>{share}</span>}
      </span>
      <span className={`faint ${styles.before}`}>{children}</span>
    </li>
  );
}

type Opened = { now: number; since: string; before?: ReactNode; share?: string };

/** Omits the comparison if the counting began after the earlier period did. Undefined: nothing was counted. */
function openedOf({ opened, funnel, now, before }: OverviewData): Opened | undefined {
  if (opened.since === null) return undefined;
  return {
    now: opened.now,
    since: opened.since,
    ...(opened.since <= before.from && {
      before: (
        <>
          {countWords(opened.before)} before <ChangeMark before={opened.before} now={opened.now} />
        </>
      ),
    }),
    ...(opened.since <= now.from && { share: shareWords(funnel.now.received, opened.now) }),
  };
}
