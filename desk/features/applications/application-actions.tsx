import { useState, type ReactNode } from 'react';
import { rateApplicationCall, applicationWork } from '../../../contract/calls/desk/application-calls.ts';
import type { DeskApplicationPage } from '../../../contract/desk/application-facts.ts';
import { applicationStages, stageWords, type ApplicationAnswer, type ApplicationStage } from '../../../contract/desk/application-stages.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useSignedIn } from '../../account/account-context.ts';
import { applicationSection } from './application-section.ts';
import { answerKeys, ratingWords, stageKeys } from './application-words.ts';
import { useChange } from '../../data/queries.ts';
import { currentCommands, useCommands, type DeskCommand } from '../../keyboard/commands.ts';
import bar from '../work/work-parts.module.css';
import { FormFoot } from '../../parts/desk-form.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { FieldChoice, FieldChoices } from '../work/field-parts.tsx';
import { MarkSpam, ReleaseFlood } from '../work/mark-spam.tsx';
import { useColleagues } from '../work/use-names.ts';
import { AnswerButton, OwnerChoice, ReleaseButton } from '../work/work-parts.tsx';
import { AnswerDialog } from '../work/answer-dialog.tsx';
import { AnswerApplicant } from './answer-applicant.tsx';
import { useApplicationWork } from './use-application-work.ts';
import styles from './application-actions.module.css';

const changes = [applicationSection.read, ...applicationSection.lists];
const group = 'This application';
const ready = ['rejection', 'invitation', 'keep'] as const;
const released = { ...applicationSection, release: applicationWork.release };

/** Stage, owner, the user's rating, and the buttons to answer. */
export function ApplicationActions({ page, place }: { page: DeskApplicationPage; place: ReactNode }) {
  const me = useSignedIn();
  const { nameOf } = useColleagues();
  const work = useApplicationWork(page);
  const [answering, setAnswering] = useState<ApplicationAnswer | 'as it was'>();
  const stopAnswering = () => setAnswering(undefined);
  const setStage = (stage: ApplicationStage) => stage !== page.stage && work.ask({ words: stageWords[stage], stage });
  const assign = (owner: string | null) => work.ask({ words: `given to ${nameOf(owner)}`, owner });
  useCommands([
    { id: 'take application', title: 'Take this application', group, keys: 'a', also: 'assign owner mine', run: () => assign(me.id) },
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
      <div className={`${bar.row} ${styles.owner}`}>
        <OwnerChoice page={page} ofRole="hr" assign={assign} />
        <ReleaseButton of={released} page={page} />
        <ReleaseFlood of={applicationSection} page={page} />
        <MarkSpam of={applicationSection} page={page} />
      </div>
      <section aria-label="Work on it" className={styles.bar}>
        <div className={styles.row}>
          <span className={styles.stage}>
            <FieldChoice name="stage" value={page.stage} onChoose={(stage) => setStage(stage as ApplicationStage)} />
          </span>
          <FieldChoices section="application" page={page} without="stage" ask={work.ask} />
          <OwnRating page={page} />
          <span className={styles.write}>
            <AnswerButton page={page} onPress={() => setAnswering('as it was')} />
            <SmallButton variant="outline" onClick={goToNote}>
              Note
            </SmallButton>
          </span>
          {place}
        </div>
        <FaultAlert fault={work.fault} title="Not changed" />
        {work.conflict !== undefined && (
          <Alert look="info" icon="info" title="Somebody changed this application meanwhile">
            <p>
              It is in {stageWords[work.conflict.now.stage]} now and belongs to {nameOf(work.conflict.now.owner)}. Yours was not carried
              out: {work.conflict.wish.words}.
            </p>
            <FormFoot>
              <SmallButton onClick={work.insist}>Do it all the same</SmallButton>
              <SmallButton variant="outline" onClick={work.yield}>
                Leave it as it is
              </SmallButton>
            </FormFoot>
          </Alert>
        )}
        <AnswerDialog open={answering !== undefined} onClose={stopAnswering} to={page}>
          <AnswerApplicant page={page} begin={answering === 'as it was' ? undefined : answering} onClose={stopAnswering} />
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
  const own = page.ratings.find(({ account }) => account === me.id)?.rating;
  const rate = useChange(rateApplicationCall, { changes });
  const set = (rating: number) => !rate.isPending && rate.mutate({ id: page.id, rating: rating === own ? null : rating });
  const all = [1, 2, 3, 4, 5];
  useCommands(
    all.map((rating) => ({ id: `rate ${rating}`, title: `Rate ${rating} of 5`, group, keys: String(rating), run: () => set(rating) })),
  );
  return (
    <fieldset aria-label="Your rating" className={styles.rating}>
      {all.map((rating) => (
        <button key={rating} type="button" className={styles.rate} aria-pressed={rating === own} onClick={() => set(rating)}>
          {rating}
          {endWords[rating] !== undefined && <span> {endWords[rating]}</span>}
        </button>
      ))}
      <span className={styles.average}>
        {ratingWords(page.rating)}
        {page.ratings.length > 1 && `, by ${page.ratings.length}`}
      </span>
      <FaultAlert fault={rate.error} title="Not rated" />
    </fieldset>
  );
}
