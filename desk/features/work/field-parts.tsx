import { Fragment, useId } from 'react';
import {
  fieldOf,
  staffFieldsOf,
  pickedFieldsOf,
  choiceWords,
  type FieldOf,
  type Worked,
  type WorkOf,
} from '../../../contract/desk/staff-fields.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { choicesOf } from './field-words.ts';

type Choices<Section extends Worked> = Partial<Pick<WorkOf<Section>, FieldOf<Section, 'choice'>>>;

/** Marks for the values that staff chose. */
export function FieldMarks<Section extends Worked>({ section, work }: { section: Section; work: Choices<Section> }) {
  return staffFieldsOf(section, 'choice').map((name) => {
    const value = work[name] as string | null | undefined;
    if (value === null || value === undefined) return null;
    return (
      <StateMark key={name} look={fieldOf(name).looks?.[value]}>
        {choiceWords(name, value)}
      </StateMark>
    );
  });
}

type ChoiceProps = { name: FieldOf<Worked, 'choice'>; value: string | null; onChoose: (value: string | null) => void };

/** A select field that saves each change at once. */
export function FieldChoice({ name, value, onChoose }: ChoiceProps) {
  const id = useId();
  const { label, initial } = fieldOf(name);
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value ?? ''} onChange={(event) => onChoose(event.target.value || null)}>
        {initial === undefined && <option value="">{choiceWords(name, null)}</option>}
        {choicesOf(name).map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </>
  );
}

type FieldsProps<Section extends Worked> = {
  section: Section;
  page: WorkOf<Section>;
  /** The field to leave out, because it is shown elsewhere. */
  without?: FieldOf<Section, 'choice'>;
  ask: (words: string, change: Partial<Omit<WorkOf<Section>, 'version'>>) => void;
};

/** The other choice fields of a section, each with its label. */
export function FieldChoices<Section extends Worked>({ section, page, without, ask }: FieldsProps<Section>) {
  return pickedFieldsOf(section)
    .filter((name) => name !== without)
    .map((name) => (
      <Fragment key={name}>
        <FieldChoice
          name={name}
          value={page[name] as string | null}
          onChoose={(value) => ask(`${fieldOf(name).label}: ${choiceWords(name, value)}`, { [name]: value } as never)}
        />
      </Fragment>
    ));
}
