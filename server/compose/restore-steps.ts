import { join } from 'node:path';
import type { AfterRestore } from '../backup/restore/restore-backup.ts';
import { suspendEndpoints } from '../deliveries/endpoints.ts';
import { onErased } from './on-erased.ts';
import { forgetSignIns } from '../staff/sign-in/sessions.ts';
import { ERASURE_LIST, readErasureList } from '../privacy/erasure-list.ts';
import { reapplyErasures } from '../privacy/reapply-erasures.ts';

export const restoreSteps: readonly AfterRestore[] = [
  {
    name: 'signed out',
    run: async ({ store }) => {
      const ended = await forgetSignIns(store);
      return ended === 0 ? undefined : `${ended} sessions of staff`;
    },
  },
  {
    name: 'endpoints held',
    run: async ({ store }) => {
      const held = await suspendEndpoints(store.db, 'restored from a backup: npm run webhooks -- enable sends what waits');
      return held === 0 ? undefined : `${held} that were told of events: nothing is sent there until npm run webhooks -- enable`;
    },
  },
  {
    name: 'erased again',
    run: async ({ store, files, dataDir, now, erasureLists }) => {
      const lists = await Promise.all([join(dataDir, ERASURE_LIST), ...erasureLists].map(readErasureList));
      const listed = new Map(lists.flat().map((row) => [row.id, row]));
      const { erasures, subjects } = await reapplyErasures({ store, files, dataDir, now, onErased }, [...listed.values()], 'restore');
      return erasures === 0 ? undefined : `${subjects} people; ${erasures} erasures were not in the backup`;
    },
  },
];
