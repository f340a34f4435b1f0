import { SettingsError } from '../settings/setting-values.ts';
import { storeFault } from '../store/store-fault.ts';
import { DataDirLocked } from '../store/data-dir/data-dir-lock.ts';
import { StoreClosed } from '../store/data-dir/closed-store.ts';
import { NewerStore, UnfinishedStore } from '../store/migrations/migrate.ts';
import { ForeignStorage } from '../files/storage-owner.ts';
import type { Health } from '../http/health.ts';
import type { Worker } from '../queue/worker.ts';
import type { Files } from '../files/files.ts';
import type { Store } from '../store/store.ts';

export function startFault(thrown: unknown): string {
  const error: NodeJS.ErrnoException = thrown instanceof Error ? thrown : new Error(String(thrown));
  if ([SettingsError, DataDirLocked, ForeignStorage, NewerStore, StoreClosed, UnfinishedStore].some((kind) => error instanceof kind))
    return error.message;
  const { code = '', syscall = '', message } = error;
  if (code === 'ERR_SQLITE_ERROR') return `The server cannot start: ${storeFault(error)}.`;
  if (code === 'EADDRINUSE') return `The port is taken: ${message}. Set PORT to a free one, for example PORT=3001.`;
  if (['listen', 'bind', 'getaddrinfo'].includes(syscall)) {
    return `This address cannot be listened on: ${message}. HOST and PORT say which, for example HOST=127.0.0.1.`;
  }
  if (code === 'EMFILE' || code === 'ENFILE') return `Too many files are open: ${message}. Raise the limit, for example by ulimit -n 1024.`;
  if (code === 'ENOENT' && /site\.json|[/\\]dist[/\\]/.test(error.path ?? ''))
    return `The site is not built: ${message}. Run npm run build.`;
  if (['ENOSPC', 'EDQUOT'].includes(code))
    return `There is no room for the data: ${message}. Make some, or set DATA_DIR to a folder on another disk.`;
  if (syscall !== '') {
    return `The data cannot be kept there: ${message}. Set DATA_DIR to a folder that may be written, for example DATA_DIR=data.`;
  }
  return `The server cannot start: ${error.name}: ${message}`;
}

type Parts = { store: Pick<Store, 'isMigrated' | 'ready'>; worker: Pick<Worker, 'check'>; files: Pick<Files, 'ready'> };

/** Returns what the health routes check. Call `onFault` when an attempt to prepare the store has failed. */
export function watchStart({ store, worker, files }: Parts): Omit<Health, 'draining'> & { onFault: () => void } {
  let failed = false;
  const migrated = () => {
    if (!store.isMigrated()) throw new Error('the store is not up to date yet');
  };
  return {
    // Pages need no store, so a server that cannot reach its store counts as started, too.
    started: () => store.isMigrated() || failed,
    onFault: () => void (failed = true),
    readiness: [
      { name: 'migrated', check: migrated },
      { name: 'store', check: () => store.ready() },
      { name: 'worker', check: () => worker.check() },
      // The owner of the files is recorded in the store, so files can only be checked once it has tables.
      {
        name: 'files',
        check: async () => {
          migrated();
          await files.ready();
        },
      },
    ],
  };
}
