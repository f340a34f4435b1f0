import { fieldOf, staffFieldsOf, type FieldName, type FieldOf, type Worked } from '../../../contract/desk/staff-fields.ts';

/** The values of a choice field with their labels. */
export function choicesOf(name: FieldName): (readonly [value: string, words: string])[] {
  return Object.entries(fieldOf(name).words ?? {});
}

/** Values that the address may contain, by field. */
export function choiceLists<Section extends Worked>(section: Section) {
  const lists = staffFieldsOf(section, 'choice').map((name) => [name, Object.keys(fieldOf(name).words ?? {})]);
  return Object.fromEntries(lists) as Record<FieldOf<Section, 'choice'>, readonly string[]>;
}
