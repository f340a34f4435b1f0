import * as v from 'valibot';
import {
  fieldOf,
  staffFieldsOf,
  type FieldName,
  type FieldOf,
  type FieldValue,
  type KeptKind,
  type KeptValue,
  type Worked,
} from './staff-fields.ts';

/** Schema of what staff record about a request of a section, with its version. */
export function workSchemaOf<Section extends Worked>(section: Section) {
  const entries = schemasOf(staffFieldsOf(section, 'choice', 'account', 'line', 'day'), keptSchema);
  return v.object({ ...(entries as { [Name in FieldOf<Section, KeptKind>]: v.GenericSchema<KeptValue<Name>> }), version: v.number() });
}

/** Schemas of the staff fields by which a list can be filtered. */
export function filterEntriesOf<Section extends Worked>(section: Section) {
  const schemas = {
    choice: choiceSchema,
    account: () => v.nullable(v.pipe(v.string(), v.maxLength(64))),
    score: () => v.pipe(scoreSchema, v.description('At least so much on average')),
  } as const;
  const entries = schemasOf(staffFieldsOf(section, 'choice', 'account', 'score'), (name) =>
    v.optional(schemas[fieldOf(name).kind as keyof typeof schemas](name)),
  );
  return entries as { [Name in FieldOf<Section, FilteredKind>]: v.OptionalSchema<v.GenericSchema<FilterValue<Name>>, undefined> };
}

type FilteredKind = 'choice' | 'account' | 'score';

/** For an account null means: without an owner. */
export type FilterValue<Name extends FieldName> = FieldValue<Name> | (Name extends FieldOf<Worked, 'account'> ? null : never);

/** Schema of a field's stored or new value. */
export function keptSchema(name: FieldName): v.GenericSchema {
  const { kind, initial } = fieldOf(name);
  const value = kind === 'choice' ? choiceSchema(name) : kind === 'day' ? daySchema : v.string();
  return initial === undefined ? v.nullable(value) : value;
}

export function choiceSchema<Name extends FieldName>(name: Name) {
  return v.picklist(Object.keys(fieldOf(name).words ?? {})) as unknown as v.GenericSchema<FieldValue<Name>>;
}

/** YYYY-MM-DD. */
export const daySchema = v.pipe(v.string(), v.isoDate());

export const scoreSchema = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5));

function schemasOf(names: readonly FieldName[], schemaOf: (name: FieldName) => v.GenericSchema): v.ObjectEntries {
  return Object.fromEntries(names.map((name) => [name, schemaOf(name)]));
}
