import type { Kysely } from 'kysely';

/** A database during migrations: the schema's types describe only the state after the last one. */
// oxlint-disable-next-line typescript/no-explicit-any -- Kysely's own type for a schema that is not known
export type Unmigrated = Kysely<any>;

export type Dialects = 'sqlite' | 'postgres';

export type Migration = {
  name: string;
  /** Major version that introduced it: code of that version runs on a store that has it, even if it does not know it. Default: this version. */
  since?: number;
  up: (db: Unmigrated, dialect: Dialects) => Promise<void>;
};
