/** The store is asked this often at most, milliseconds. */
const CHECK_MS = 1000;
/** How long a visitor waits for what is new before the page comes as it was. */
const PATIENCE_MS = 1000;

/** What pages are made of, asked for by whoever comes a second after the last question. */
export type LiveData<Data> = {
  current(): Data;
  ask(): Promise<void> | undefined;
  pending(): Promise<void> | undefined;
};

export function liveData<Data>(first: Data, read: () => Promise<Data>, now: () => number): LiveData<Data> {
  let data = first;
  let askedAt = -Infinity;
  let asking: Promise<void> | undefined;
  return {
    current: () => data,
    pending: () => asking,
    ask() {
      // A clock that is set back stops nothing.
      if (asking !== undefined || Math.abs(now() - askedAt) < CHECK_MS) return undefined;
      askedAt = now();
      asking = read()
        .then((found) => void (data = found))
        .finally(() => (asking = undefined));
      return asking;
    },
  };
}

/** Ends a second later, or with the work. */
export function patience(work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS);
    const stop = () => clearTimeout(timer);
    work.then(stop, stop);
  });
}
