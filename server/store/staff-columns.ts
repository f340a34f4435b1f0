import {
  fieldNames,
  fieldOf,
  type FieldName,
  type FieldOf,
  type FieldValue,
  type KeptKind,
  type StaffField,
  type Worked,
} from '../../contract/desk/staff-fields.ts';

/** Column name of a field: `lostReason` becomes `lost_reason`. */
type Column<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Column<Rest>}`
  : '';

/** Columns of `lead_work`: null until staff have changed them, except for the state. */
export type WorkColumns = { [Name in FieldOf<Worked, KeptKind> as Column<Name>]: FieldValue<Name> | Untouched<Name> };

type Untouched<Name> = Name extends 'state' ? never : null;

/** Columns of `lead_index` that lists filter by and show. A score is the average in hundredths. */
export type ListedColumns = { [Name in FieldOf<Worked, ListedKind> as Column<Name>]: FieldValue<Name> | Untouched<Name> };

type ListedKind = Exclude<StaffField['kind'], 'line' | 'day'>;

/** A field with its column. */
type Stored<Columns> = StaffField & { name: FieldName; column: keyof Columns };

const stored: Stored<WorkColumns & ListedColumns>[] = fieldNames.map((name) => ({
  ...fieldOf(name),
  name,
  column: name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as keyof WorkColumns,
}));

/** Fields of `lead_work`. */
export const workFields = stored.filter(({ kind }) => kind !== 'score') as Stored<WorkColumns>[];

/** Fields of `lead_index`. */
export const listedFields = stored.filter(({ kind }) => kind !== 'line' && kind !== 'day') as Stored<ListedColumns>[];
