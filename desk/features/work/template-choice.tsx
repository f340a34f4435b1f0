import { useRef, useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { FormFoot } from '../../parts/desk-form.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import styles from './template-choice.module.css';

type ChoiceProps<Template extends string> = {
  templates: readonly (readonly [template: Template, words: string])[];
  /** The template that the answer started from. */
  chosen: string;
  /** Whether choosing another template would overwrite the user's text. */
  isEdited: boolean;
  onBegin: (template: Template) => void;
};

/** A choice of answer templates. It asks before it overwrites the user's text. */
export function TemplateChoice<Template extends string>({ templates, chosen, isEdited, onBegin }: ChoiceProps<Template>) {
  const choices = useRef<HTMLFieldSetElement>(null);
  const [wanted, setWanted] = useState<Template>();
  const choose = (template: Template) => {
    const asks = isEdited && template !== chosen;
    setWanted(asks ? template : undefined);
    if (!isEdited) onBegin(template);
  };
  const decide = (begun: Template | undefined) => {
    setWanted(undefined);
    if (begun !== undefined) onBegin(begun);
    // The pressed button is removed, so the focus moves to the current template.
    choices.current?.querySelector<HTMLElement>(`[value="${begun ?? chosen}"]`)?.focus();
  };
  return (
    <>
      <fieldset ref={choices} className="row wraps gap-half">
        <legend className={`strong ${styles.legend}`}>Begin with</legend>
        {templates.map(([template, words]) => (
          <button
            key={template}
            type="button"
            value={template}
            className={styles.template}
            aria-pressed={template === chosen}
            onClick={() => choose(template)}
          >
            {words}
          </button>
        ))}
      </fieldset>
      <p className="fine">
        <a href="/answers">Change ready answers</a>
      </p>
      {wanted !== undefined && (
        <Alert look="info" icon="info" title="What you wrote would go">
          <FormFoot>
            <SmallButton onClick={() => decide(wanted)}>Begin anew</SmallButton>
            <SmallButton variant="outline" onClick={() => decide(undefined)}>
              Go on with mine
            </SmallButton>
          </FormFoot>
        </Alert>
      )}
    </>
  );
}
