import { stageWords } from './application-stages.ts';
import { leadStateWords } from './lead-states.ts';

/** What is worked on in a way of its own. A message is worked on as a lead is, in two of its states. */
export type Worked = 'lead' | 'application';

/** How a value is marked. */
export type FieldLook = 'plain' | 'primary' | 'success' | 'danger' | 'dashed';

export type StaffField = Readonly<{
  /** `choice`: one of `words`. `account`: somebody of the staff. `line`: a text. `score`: from 1 to 5, of each who gives one; what is listed is the average. */
  kind: 'choice' | 'account' | 'line' | 'score';
  /** What a filter, a column of a file and a control are called. */
  label: string;
  sections: readonly Worked[];
  /** Of a choice: each value in words, in their order. */
  words?: Readonly<Record<string, string>>;
  looks?: Readonly<Record<string, FieldLook>>;
  /** What it is as long as nobody has touched it; null by default. */
  initial?: string;
  /** The entry that a change adds to the history, with `from` and `to`. */
  event?: string;
  /** Other systems are told of a change, by `lead.changed`. */
  delivered?: true;
  /** Its column, in the words of the document on privacy. */
  about: string;
}>;

/**
 * What staff keep of a request beside its answers. Column, index, filter, mark, control, call, file, history and the document on privacy follow
 * from a row. Rows are only ever added, at the end: the index knows a field by its place.
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
} as const satisfies Readonly<Record<string, StaffField>>;

type Fields = typeof staffFields;

export type FieldName = keyof Fields;

/** Entries of the history that changes add. */
export type FieldEvent = { [Name in FieldName]: Fields[Name] extends { event: infer Event } ? Event : never }[FieldName];

/** Kinds that are kept in the row of a request, and not in a table of their own. */
export type KeptKind = Exclude<StaffField['kind'], 'score'>;

/** What a section has of some kinds. */
export type FieldOf<Section extends Worked, Kind extends StaffField['kind'] = StaffField['kind']> = {
  [Name in FieldName]: Section extends Fields[Name]['sections'][number] ? (Fields[Name]['kind'] extends Kind ? Name : never) : never;
}[FieldName];

/** What a filter asks for. Of an account null: nobody. Of a score: at least so much. */
export type FieldValue<Name extends FieldName> = Fields[Name] extends { words: infer Words }
  ? keyof Words & string
  : Fields[Name]['kind'] extends 'score'
    ? number
    : string;

/** What is known of one: null is nothing. */
export type KeptValue<Name extends FieldName> = FieldValue<Name> | (Fields[Name] extends { initial: string } ? never : null);

/** What staff made of a request. `version` counts the changes: whoever changes it says which one they have seen. */
export type WorkOf<Section extends Worked> = { [Name in FieldOf<Section, KeptKind>]: KeptValue<Name> } & { version: number };

export const fieldNames = Object.keys(staffFields) as FieldName[];

/** Those whose changes other systems are told of. */
export const deliveredFields = fieldNames.filter((name) => fieldOf(name).delivered === true) as DeliveredField[];

export type DeliveredField = { [Name in FieldName]: Fields[Name] extends { delivered: true } ? Name : never }[FieldName];

export function fieldOf(name: FieldName): StaffField {
  return staffFields[name];
}

/** Names of what a section has of these kinds, in the order of their declaration. */
export function staffFieldsOf<Section extends Worked, Kind extends StaffField['kind']>(
  section: Section,
  ...kinds: readonly Kind[]
): FieldOf<Section, Kind>[] {
  const isOne = ({ sections, kind }: StaffField) => sections.includes(section) && kinds.some((one) => one === kind);
  return fieldNames.filter((name) => isOne(staffFields[name])) as FieldOf<Section, Kind>[];
}

/** Choices that are changed by a press alone: a lead that is lost needs a reason beside its state. */
export function pickedFieldsOf<Section extends Worked>(section: Section): FieldOf<Section, 'choice'>[] {
  return staffFieldsOf(section, 'choice').filter((name) => name !== 'state');
}

/** A value in words; of an account the name is to be asked for elsewhere. */
export function choiceWords(name: FieldName, value: unknown): string {
  return value === null ? 'None' : (typeof value === 'string' && fieldOf(name).words?.[value]) || '?';
}
