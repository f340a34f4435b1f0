import { useRef, useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { FormFoot } from '../../parts/desk-form.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import styles from './template-choice.module.css';

type ChoiceProps<Template extends string> = {
  templates: readonly (readonly [template: Template, words: string])[];
  /** The one that the answer began with. */
  chosen: string;
  /** Whether another one would write over something of one's own. */
  isEdited: boolean;
  onBegin: (template: Template) => void;
};

/** What an answer begins with. Where somebody has written something of their own it asks before that goes. */
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
    // What was pressed is gone: whoever goes by keys is at the template that stands.
    choices.current?.querySelector<HTMLElement>(`[value="${begun ?? chosen}"]`)?.focus();
  };
  return (
    <>
      <fieldset ref={choices} className={styles.templates}>
        <legend className={styles.legend}>Begin with</legend>
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
