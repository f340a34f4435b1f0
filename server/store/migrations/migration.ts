import type { Kysely } from 'kysely';

/** A database whose tables are still being made: the schema's types describe the last migration's outcome only. */
// oxlint-disable-next-line typescript/no-explicit-any -- Kysely's own type for a schema that is not known
export type Unmigrated = Kysely<any>;

export type Dialects = 'sqlite' | 'postgres';

export type Migration = {
  name: string;
  /** Major version of the code that first had it: code of that version runs on a store that has it, known or not. Default: this one's. */
  since?: number;
  up: (db: Unmigrated, dialect: Dialects) => Promise<void>;
};
