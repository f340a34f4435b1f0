import type { Log } from '../kernel/log.ts';
import { isDamaged, isStoreDown } from '../store/errors.ts';
import { reportOnChange, storeFault } from '../store/store-fault.ts';

/** Logs once when the store fails, with the cause, and once when it works again. Each source (claims, maintenance, …) reports for itself. */
export function createDownReporter(log: Log): (source: string) => (error: unknown) => void {
  const tell = reportOnChange((fault) => {
    if (fault === undefined) log.info({}, 'the store answers again');
    else log.warn({}, `jobs wait: ${fault}`);
  });
  // By source: a store may answer reads while it refuses writes.
  const faults = new Map<string, string | undefined>();
  return (source) => (error) => {
    if (error === undefined || isStoreDown(error) || isDamaged(error)) {
      faults.set(source, error === undefined ? undefined : storeFault(error));
      tell([...faults.values()].find((fault) => fault !== undefined));
    } else log.error({ reason: error instanceof Error ? error.message : undefined }, 'the jobs worker met an unexpected error');
  };
}
