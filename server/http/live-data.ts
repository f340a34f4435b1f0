import type { HttpContext } from './http-context.ts';

/** Least time between two queries of the store, in milliseconds. */
const CHECK_MS = 1000;

/** Data of pages. It is read again when a page is requested more than CHECK_MS after the last read. */
export type LiveData<Data> = {
  current(): Data;
  ask(): Promise<void> | undefined;
  pending(): Promise<void> | undefined;
  /** Resolves when the work has settled, or once a visitor has waited long enough for it: the page is then sent with the old data. */
  patience(work: Promise<unknown>): Promise<void>;
};

export function liveData<Data>(
  first: Data,
  read: () => Promise<Data>,
  { now, pagePatience = 1000 }: Pick<HttpContext, 'now' | 'pagePatience'>,
): LiveData<Data> {
  let data = first;
  let askedAt = -Infinity;
  let asking: Promise<void> | undefined;
  return {
    current: () => data,
    pending: () => asking,
    ask() {
      // The absolute difference keeps a clock that is set back from stopping the reads.
      if (asking !== undefined || Math.abs(now() - askedAt) < CHECK_MS) return undefined;
      askedAt = now();
      asking = read()
        .then((found) => void (data = found))
        .finally(() => (asking = undefined));
      return asking;
    },
    patience: (work) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, pagePatience);
        const stop = () => clearTimeout(timer);
        work.then(stop, stop);
      }),
  };
}
