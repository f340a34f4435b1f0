import type { Log } from './log.ts';

export type Repeated = {
  /** Runs again within so many milliseconds, after the present run where there is one. Default: at once. */
  soon: (ms?: number) => void;
  /** Milliseconds since a run last ended without an error; Infinity before that. */
  idleFor: () => number;
  /** Begins no further run. Resolves when the present one is over. */
  stop: () => Promise<void>;
  /** Resolves once no further run will begin. */
  ended: Promise<void>;
};

export type Rhythm = {
  /** Milliseconds from the end of a run to the next, unless it returns others. */
  every: number;
  /** Milliseconds from the end of a run that failed to the next. Default: as after any other. */
  retry?: number;
  /** Milliseconds until the first run. Default: it begins at once. */
  first?: number;
  /** Called after each run, with its error if it failed. What failed is repeated as anything else, unless this throws: then `ended` rejects. */
  report: (error: unknown) => void;
};

type Work = (signal: AbortSignal) => Promise<number | 'done' | void>;

/**
 * Runs something again and again, never twice at once, until it is stopped or a run returns `done`.
 * @param run its signal is aborted by `stop`; returns the milliseconds until the next run, if not `every`
 */
export function repeat(run: Work, { every, retry = every, first = 0, report }: Rhythm): Repeated {
  const stopping = new AbortController();
  const ended = Promise.withResolvers<void>();
  let underWay: Promise<void> | undefined;
  let cancel = (): void => undefined;
  /** When the next run begins, and when the last one succeeded, by performance.now(). */
  let dueAt = Infinity;
  let succeededAt = -Infinity;

  function plan(ms: number): void {
    cancel();
    dueAt = performance.now() + ms;
    // Not in this turn of the event loop: what ends together is followed by one run.
    const [immediate, timer] = ms > 0 ? [undefined, setTimeout(turn, ms)] : [setImmediate(turn), undefined];
    cancel = () => {
      clearImmediate(immediate);
      clearTimeout(timer);
    };
  }

  function turn(): void {
    dueAt = Infinity;
    underWay = once().then((pause) => {
      underWay = undefined;
      if (pause === 'done' || stopping.signal.aborted) ended.resolve();
      else plan(Math.min(pause, Math.max(0, dueAt - performance.now())));
    }, ended.reject);
  }

  async function once(): Promise<number | 'done'> {
    try {
      const pause = await run(stopping.signal);
      succeededAt = performance.now();
      report(undefined);
      return pause ?? every;
    } catch (error) {
      report(error);
      return retry;
    }
  }

  if (first > 0) plan(first);
  else turn();
  return {
    soon: (ms = 0) => {
      if (stopping.signal.aborted || performance.now() + ms >= dueAt) return;
      // During a run, the end of that run plans the next one: the present run may have looked for work before there was any.
      if (underWay === undefined) plan(ms);
      else dueAt = performance.now() + ms;
    },
    idleFor: () => performance.now() - succeededAt,
    stop: async () => {
      stopping.abort();
      cancel();
      await underWay;
      ended.resolve();
    },
    ended: ended.promise,
  };
}

/**
 * Logs a failure once, until there is another or none.
 * @param isLogged whether it is logged elsewhere
 */
export function logOnce(log: Log, words: string, isLogged: (error: unknown) => boolean = () => false): (error: unknown) => void {
  let told: string | undefined;
  return (error) => {
    const reason = error instanceof Error ? error.message : undefined;
    if (reason !== undefined && reason !== told && !isLogged(error)) log.error({ reason }, words);
    told = reason;
  };
}
