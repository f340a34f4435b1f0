import type { ReactNode } from 'react';
import { reachedSteps, reachedWords } from '../../../contract/desk/lead-facts.ts';
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
  ...reachedSteps.map((step) => [step, reachedWords[step]] as const),
] as const;

/** The numbers of each step from pages seen to leads won, and the time to the first answer. */
export function Funnel({ data }: { data: OverviewData }) {
  const { funnel, answerTime, waiting, only } = data;
  const { now, before } = funnel;
  const seen = viewsOf(data, data.seen);
  const opened = viewsOf(data, data.opened);
  const { roles } = useSignedIn();
  return (
    <>
      {(seen !== undefined || opened !== undefined) && (
        <>
          <h3 className={`fine faint ${styles.part}`}>On the site</h3>
          <ol className={`stack mb-3 ${styles.steps}`}>
            {seen !== undefined && (
              <ViewStep words={only === null || data.by === 'page' ? 'Pages seen' : 'Came by it'} views={seen} whole={seen.now} />
            )}
            {opened !== undefined && (
              <ViewStep
                words="Opened a form"
                views={opened}
                whole={seen?.now ?? Math.max(opened.now, now.received)}
                share={seen?.isWhole === true && opened.isWhole ? shareWords(opened.now, seen.now) : undefined}
              />
            )}
          </ol>
          <h3 className={`fine faint ${styles.part}`}>Of what was sent</h3>
        </>
      )}
      <ol className={`stack ${styles.steps}`}>
        {steps.map(([step, words]) => (
          <Step
            key={step}
            words={words}
            part={now[step]}
            whole={now.received}
            share={step === 'received' ? sentShare(opened, now.received) : shareWords(now[step], now.received)}
          >
            {countWords(before[step])} before <ChangeMark before={before[step]} now={now[step]} />
          </Step>
        ))}
      </ol>
      <dl className={`stack mt-3 border-top ${styles.times}`}>
        {answerTime !== null && (
          <>
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
          </>
        )}
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
        {only === null && (
          <div>
            <dt>Suspected spam</dt>
            <dd>{countWords(now.spam)}</dd>
            <dd className={`faint ${styles.before}`}>{countWords(before.spam)} before</dd>
          </div>
        )}
      </dl>
      <p className={`mt-3 fine faint ${styles.note}`}>
        Of leads that came in the period, whatever day the rest happened: the latest have had less time for it than those before. Leads that
        retention has removed since are counted all the same. An answer is the first change to Contacted, Meeting or Won. Met is whose
        meeting was marked as held, or who was won; a meeting that is past and that nobody marked does not count: Today asks about it. A
        state that was undone at once is not counted. The site does not follow its visitors: a page counts each time it is shown, by the
        link that led to it, and a form once for a visit to its page. Somebody who opens it on two pages is two, and who opens it further on
        counts for no campaign. The share of forms that were sent is of those that were opened; the shares beneath are of forms that were
        sent.
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
        <rect className={styles.counted} width={whole === 0 ? 0 : (100 * part) / whole} height="1" />
      </svg>
      <span className={`strong ${styles.count}`}>
        {countWords(part)} {share !== undefined && <span className={`faint ${styles.share}`}>{share}</span>}
      </span>
      <span className={`faint ${styles.before}`}>{children}</span>
    </li>
  );
}

type Counted = { now: number; since: string; before: number | undefined; isWhole: boolean };

function ViewStep({
  words,
  views: { now, before, since },
  ...step
}: {
  words: string;
  views: Counted;
  whole: number;
  share?: string | undefined;
}) {
  return (
    <Step words={words} part={now} {...step}>
      {before === undefined ? (
        `counted since ${dayWords(since)}`
      ) : (
        <>
          {countWords(before)} before <ChangeMark before={before} now={now} />
        </>
      )}
    </Step>
  );
}

/**
 * The views of the period; undefined if none were counted. `before`: the views of the earlier period, undefined if counting began within it or later.
 * `isWhole`: counting had begun when this period began.
 */
function viewsOf({ now, before }: OverviewData, views: OverviewData['seen']): Counted | undefined {
  if (views.since === null || views.now === null) return undefined;
  return {
    now: views.now,
    since: views.since,
    before: views.since <= before.from ? (views.before ?? undefined) : undefined,
    isWhole: views.since <= now.from,
  };
}

function sentShare(opened: Counted | undefined, received: number): string | undefined {
  return opened?.isWhole === true ? shareWords(received, opened.now) : undefined;
}
