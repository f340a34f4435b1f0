import { stageWords } from './application-stages.ts';
import { leadStateWords } from './lead-states.ts';

/** Kinds of requests with separate staff fields. Messages use those of a lead, with two of its states. */
export type Worked = 'lead' | 'application';

/** How a value's mark looks. */
export type FieldLook = 'plain' | 'primary' | 'success' | 'danger' | 'dashed';

export type StaffField = Readonly<{
  /** `choice`: one of `words`. `account`: a staff account. `line`: a text. `day`: YYYY-MM-DD. `score`: 1 to 5 from each person who rates; lists show the average. */
  kind: 'choice' | 'account' | 'line' | 'day' | 'score';
  /** Name of its filter, its control and its column in exported files. */
  label: string;
  sections: readonly Worked[];
  /** For a choice: each value in words, in their order. */
  words?: Readonly<Record<string, string>>;
  looks?: Readonly<Record<string, FieldLook>>;
  /** Value before the first change; default null. */
  initial?: string;
  /** Kind of the history entry that a change adds, with `from` and `to`. */
  event?: string;
  /** Whether changes are reported to other systems, as `lead.changed`. */
  delivered?: true;
  /** Description of its column in the document on privacy. */
  about: string;
}>;

/**
 * What staff record about a request besides its answers. Column, index, filter, mark, control, call, exported file, history and the document on
 * privacy are derived from a row. Add rows only at the end: the index identifies a field by its position.
 */
export const staffFields = {
  state: {
    kind: 'choice',
    label: 'State',
    sections: ['lead'],
    words: leadStateWords,
    looks: { new: 'primary', won: 'success', lost: 'dashed' },
    initial: 'new',
    event: 'state changed',
    delivered: true,
    about: 'new, contacted, meeting, won or lost',
  },
  lostReason: {
    kind: 'line',
    label: 'Why lost',
    sections: ['lead'],
    about: 'Why it was lost',
  },
  stage: {
    kind: 'choice',
    label: 'Stage',
    sections: ['application'],
    words: stageWords,
    looks: { new: 'primary', hired: 'success', rejected: 'dashed', 'talent-pool': 'dashed' },
    initial: 'new',
    event: 'stage changed',
    about: 'Of an application: new, screening, interview, offer, hired, rejected or talent-pool',
  },
  owner: {
    kind: 'account',
    label: 'Owner',
    sections: ['lead', 'application'],
    event: 'assigned',
    delivered: true,
    about: 'The account of the staff member whose it is',
  },
  rating: {
    kind: 'score',
    label: 'Rating',
    sections: ['application'],
    event: 'rated',
    about: 'The average of `lead_ratings`, in hundredths',
  },
  comeBack: {
    kind: 'day',
    label: 'Come back on',
    sections: ['lead', 'application'],
    event: 'come back',
    about: 'The day on which staff want to look at it again',
  },
  comeBackWhy: {
    kind: 'line',
    label: 'Why then',
    sections: ['lead', 'application'],
    about: 'Why then, in a line of the staff member',
  },
  held: {
    kind: 'choice',
    label: 'Meeting held',
    sections: ['lead'],
    words: { held: 'Held', missed: 'Not held' },
    looks: { held: 'success', missed: 'dashed' },
    event: 'meeting marked',
    delivered: true,
    about: 'Whether the last meeting was held: held or missed; none until somebody marks it, and again once another is booked',
  },
} as const satisfies Readonly<Record<string, StaffField>>;

type Fields = typeof staffFields;

export type FieldName = keyof Fields;

/** Kinds of history entries for changes of staff fields. */
export type FieldEvent = { [Name in FieldName]: Fields[Name] extends { event: infer Event } ? Event : never }[FieldName];

/** Kinds that are stored in the row of a request; scores have a separate table. */
export type KeptKind = Exclude<StaffField['kind'], 'score'>;

/** Names of a section's fields of the given kinds. */
export type FieldOf<Section extends Worked, Kind extends StaffField['kind'] = StaffField['kind']> = {
  [Name in FieldName]: Section extends Fields[Name]['sections'][number] ? (Fields[Name]['kind'] extends Kind ? Name : never) : never;
}[FieldName];

/** A field's value. As a filter, a score is the minimum. */
export type FieldValue<Name extends FieldName> = Fields[Name] extends { words: infer Words }
  ? keyof Words & string
  : Fields[Name]['kind'] extends 'score'
    ? number
    : string;

/** A field's stored value; null: none. */
export type KeptValue<Name extends FieldName> = FieldValue<Name> | (Fields[Name] extends { initial: string } ? never : null);

/** What staff recorded about a request. `version` counts changes: a change names the version that its author saw. */
export type WorkOf<Section extends Worked> = { [Name in FieldOf<Section, KeptKind>]: KeptValue<Name> } & { version: number };

export const fieldNames = Object.keys(staffFields) as FieldName[];

/** Fields whose changes are reported to other systems. */
export const deliveredFields = fieldNames.filter((name) => fieldOf(name).delivered === true) as DeliveredField[];

export type DeliveredField = { [Name in FieldName]: Fields[Name] extends { delivered: true } ? Name : never }[FieldName];

export function fieldOf(name: FieldName): StaffField {
  return staffFields[name];
}

/** Names of a section's fields of these kinds, in the order of their declaration. */
export function staffFieldsOf<Section extends Worked, Kind extends StaffField['kind']>(
  section: Section,
  ...kinds: readonly Kind[]
): FieldOf<Section, Kind>[] {
  const isOne = ({ sections, kind }: StaffField) => sections.includes(section) && kinds.some((one) => one === kind);
  return fieldNames.filter((name) => isOne(staffFields[name])) as FieldOf<Section, Kind>[];
}

/** Choice fields that one press changes. `state` is not among them, because a lost lead also needs a reason. */
export function pickedFieldsOf<Section extends Worked>(section: Section): FieldOf<Section, 'choice'>[] {
  return staffFieldsOf(section, 'choice').filter((name) => name !== 'state');
}

/** A value in words. Names of accounts have to be looked up elsewhere. */
export function choiceWords(name: FieldName, value: unknown): string {
  if (typeof value === 'string' && fieldOf(name).kind === 'day') return value;
  return value === null ? 'None' : (typeof value === 'string' && fieldOf(name).words?.[value]) || '?';
}
