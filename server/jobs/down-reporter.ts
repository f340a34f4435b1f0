import type { Log } from '../log.ts';
import { isStoreDown } from '../store/errors.ts';
import { reportOnChange, storeFault } from '../store/store-fault.ts';

/** Logs when the store goes, by what is wrong with it, and when it comes back; not every time it is asked in between. Each source has its say. */
export function createDownReporter(log: Log): (source: string) => (error: unknown) => void {
  const tell = reportOnChange((fault) => {
    if (fault === undefined) log.info({}, 'the store answers again');
    else log.warn({}, `jobs wait: ${fault}`);
  });
  // A store may be read while it takes no write: what is well for one does not end what the other is told.
  const faults = new Map<string, string | undefined>();
  return (source) => (error) => {
    if (error === undefined || isStoreDown(error)) {
      faults.set(source, error === undefined ? undefined : storeFault(error));
      tell([...faults.values()].find((fault) => fault !== undefined));
    } else log.error({ reason: error instanceof Error ? error.message : undefined }, 'the jobs worker met an unexpected error');
  };
}
