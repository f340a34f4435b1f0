import { up as leadsAndJobs } from './0001-leads-and-jobs.ts';
import type { Migration } from './migration.ts';

/** In the order they run. One that has been released is never changed: a change is a new one. */
export const migrations: readonly Migration[] = [{ name: '0001-leads-and-jobs', up: leadsAndJobs }];
