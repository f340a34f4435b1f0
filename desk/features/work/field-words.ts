import type { DeskLeadEvent } from '../../../contract/desk/lead-facts.ts';
import {
  fieldNames,
  fieldOf,
  staffFieldsOf,
  choiceWords,
  type FieldName,
  type FieldOf,
  type Worked,
} from '../../../contract/desk/staff-fields.ts';

type NameOf = (account: string | null) => string;

/** One line for a change to a field that staff set; undefined for other entries. @param nameOf the name of an account */
export function fieldEventWords({ kind, detail }: DeskLeadEvent, nameOf: NameOf): string | undefined {
  const name = fieldNames.find((one) => fieldOf(one).event === kind);
  if (name === undefined) return undefined;
  const { from, to, reason, [name]: given } = detail;
  if (fieldOf(name).kind === 'account') return `Given to ${nameOf(typeof to === 'string' ? to : null)}`;
  if (fieldOf(name).kind === 'score') return typeof given === 'number' ? `Rated ${given} of 5` : 'Took the rating back';
  return `${choiceWords(name, from)} → ${choiceWords(name, to)}${typeof reason === 'string' ? `: ${reason}` : ''}`;
}

/** The values of a choice field with their labels. */
export function choicesOf(name: FieldName): (readonly [value: string, words: string])[] {
  return Object.entries(fieldOf(name).words ?? {});
}

/** Values that the address may contain, by field. */
export function choiceLists<Section extends Worked>(section: Section) {
  const lists = staffFieldsOf(section, 'choice').map((name) => [name, Object.keys(fieldOf(name).words ?? {})]);
  return Object.fromEntries(lists) as Record<FieldOf<Section, 'choice'>, readonly string[]>;
}
