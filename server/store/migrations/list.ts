import type { Kysely } from 'kysely';
import { up as leadsAndJobs } from './0001-leads-and-jobs.ts';

export type Migration = { name: string; up(db: Kysely<any>): Promise<void> };

/** In the order they run. One that has been released is never changed: a change is a new one. */
export const migrations: readonly Migration[] = [{ name: '0001-leads-and-jobs', up: leadsAndJobs }];
