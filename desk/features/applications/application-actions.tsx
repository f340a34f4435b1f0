import { useState, type ReactNode } from 'react';
import { rateApplicationCall } from '../../../contract/calls/desk/application-calls.ts';
import type { DeskApplicationPage } from '../../../contract/desk/application-facts.ts';
import { applicationStages, stageWords, type ApplicationAnswer, type ApplicationStage } from '../../../contract/desk/application-stages.ts';
import { useSignedIn } from '../../account/account-context.ts';
import { useChange } from '../../data/queries.ts';
import { currentCommands, useCommands, type DeskCommand } from '../../keyboard/commands.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { ComeBack } from '../work/come-back.tsx';
import { FieldChoice, FieldChoices } from '../work/field-parts.tsx';
import { MarkSpam, ReleaseFlood } from '../work/mark-spam.tsx';
import { applicationSection } from '../work/sections.ts';
import { useWork } from '../work/use-work.ts';
import { AnswerButton, AnswerDialog, OwnerChoice, ReleaseButton, WorkFaults } from '../work/work-parts.tsx';
import { AnswerApplicant } from './answer-applicant.tsx';
import { answerKeys, ratingWords, stageKeys } from './application-words.ts';
import bar from '../work/work-parts.module.css';
import styles from './application-actions.module.css';

const changes = [applicationSection.read, ...applicationSection.lists];
const group = applicationSection.thisOne;
const ready = ['rejection', 'invitation', 'keep'] as const;

/** Stage, owner, the user's rating, and the buttons to answer. @param position of the application in its list */
export function ApplicationActions({ page, position }: { page: DeskApplicationPage; position: ReactNode }) {
  const work = useWork(applicationSection, page);
  const [answering, setAnswering] = useState<ApplicationAnswer | 'as it was'>();
  const stopAnswering = () => setAnswering(undefined);
  const setStage = (stage: ApplicationStage) => stage !== page.stage && work.ask(stageWords[stage], { stage });
  useCommands([
    { id: 'answer', title: 'Answer', group, keys: 'r', also: 'reply mail write', run: () => setAnswering('as it was') },
    ...ready.map((template): DeskCommand => {
      const { keys, words } = answerKeys[template];
      return { id: `answer ${template}`, title: words, group, keys, also: 'answer mail', run: () => setAnswering(template) };
    }),
    ...applicationStages.map((stage): DeskCommand => {
      const keys = stageKeys[stage];
      return { id: `stage ${stage}`, title: `Set: ${stageWords[stage]}`, group, ...(keys && { keys }), run: () => setStage(stage) };
    }),
  ]);
  return (
    <>
      <div className={`row wraps middle gap-1 ${bar.row} ${styles.owner}`}>
        <OwnerChoice of={applicationSection} page={page} work={work} />
        <ReleaseButton of={applicationSection} page={page} />
        <ReleaseFlood of={applicationSection} page={page} />
        <ComeBack of={applicationSection} page={page} ask={work.ask} />
        <MarkSpam of={applicationSection} page={page} />
      </div>
      <section aria-label="Work on it" className={`stack gap-1 ${styles.bar}`}>
        <div className={`row wraps middle ${styles.row}`}>
          <span className={`row wraps middle ${styles.stage}`}>
            <FieldChoice name="stage" value={page.stage} onChoose={(stage) => setStage(stage as ApplicationStage)} />
          </span>
          <FieldChoices section="application" page={page} without="stage" ask={work.ask} />
          <OwnRating page={page} />
          <span className={`row wraps middle ${styles.write}`}>
            <AnswerButton page={page} onPress={() => setAnswering('as it was')} />
            <SmallButton variant="outline" onClick={goToNote}>
              Note
            </SmallButton>
          </span>
          {position}
        </div>
        <WorkFaults of={applicationSection} work={work} />
        <AnswerDialog open={answering !== undefined} onClose={stopAnswering} to={page}>
          <AnswerApplicant page={page} first={answering === 'as it was' ? undefined : answering} onClose={stopAnswering} />
        </AnswerDialog>
      </section>
    </>
  );
}

/** Runs the same command as the key for notes. */
function goToNote() {
  currentCommands()
    .find(({ id }) => id === 'note')
    ?.run();
}

/** What the two ends of the scale mean. */
const endWords: Readonly<Record<number, string>> = { 1: 'weak', 5: 'strong' };

/** The rating of 1 to 5 by the signed-in user, beside the average of all ratings. */
function OwnRating({ page }: { page: DeskApplicationPage }) {
  const me = useSignedIn();
  const mine = page.ratings.find(({ account }) => account === me.id)?.rating;
  const rate = useChange(rateApplicationCall, { changes });
  const set = (rating: number) => rate.mutate({ id: page.id, rating: rating === mine ? null : rating });
  const all = [1, 2, 3, 4, 5];
  useCommands(
    all.map((rating) => ({ id: `rate ${rating}`, title: `Rate ${rating} of 5`, group, keys: String(rating), run: () => set(rating) })),
  );
  return (
    <fieldset aria-label="Your rating" className={`row wraps middle ${styles.rating}`}>
      {all.map((rating) => (
        <button key={rating} type="button" className={styles.rate} aria-pressed={rating === mine} onClick={() => set(rating)}>
          {rating}
          {endWords[rating] !== undefined && <span> {endWords[rating]}</span>}
        </button>
      ))}
      <span className={`faint ${styles.average}`}>
        {ratingWords(page.rating)}
        {page.ratings.length > 1 && `, by ${page.ratings.length}`}
      </span>
      <FaultAlert fault={rate.error} title="Not rated" />
    </fieldset>
  );
}
