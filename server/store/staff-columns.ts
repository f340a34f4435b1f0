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

/** `lostReason` is the column `lost_reason`. */
type Column<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Column<Rest>}`
  : '';

/** What staff keep of a request, as `lead_work` has it: null as long as nobody has touched it, but for the state. */
export type WorkColumns = { [Name in FieldOf<Worked, KeptKind> as Column<Name>]: FieldValue<Name> | Untouched<Name> };

type Untouched<Name> = Name extends 'state' ? never : null;

/** The same as far as lists filter and show it, as `lead_index` has it; of a score the average, in hundredths. */
export type ListedColumns = { [Name in FieldOf<Worked, ListedKind> as Column<Name>]: FieldValue<Name> | Untouched<Name> };

type ListedKind = Exclude<StaffField['kind'], 'line'>;

/** Each field with the column that it has. */
type Stored<Columns> = StaffField & { name: FieldName; column: keyof Columns };

const stored: Stored<WorkColumns & ListedColumns>[] = fieldNames.map((name) => ({
  ...fieldOf(name),
  name,
  column: name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as keyof WorkColumns,
}));

/** Those of `lead_work`. */
export const workFields = stored.filter(({ kind }) => kind !== 'score') as Stored<WorkColumns>[];

/** Those of `lead_index`. */
export const listedFields = stored.filter(({ kind }) => kind !== 'line') as Stored<ListedColumns>[];
