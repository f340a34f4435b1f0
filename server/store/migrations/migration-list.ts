import * as all from './all-migrations.ts';
import type { Migration } from './migration.ts';

/** Major version of this code, as in package.json. Migrations within a major version only add: docs/decisions/upgrades.md. */
export const MAJOR = 3;

/** In the order of their names, in which they run. */
export const migrations: readonly Migration[] = Object.entries(all)
  .map(([name, up]) => ({ name, up }))
  .toSorted((one, other) => (one.name < other.name ? -1 : 1));

/** A row of `migrations` that no server knows, so that none starts on a store that has it. */
export const UNFINISHED = 'unfinished';

/** A placeholder migration, listed while a restore or move creates and fills a store. */
export const unfinished: Migration = { name: UNFINISHED, since: MAJOR + 1, up: async () => undefined };
