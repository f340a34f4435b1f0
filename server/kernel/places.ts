/** Milliseconds after a failure in which all work is asked again whether it should begin. */
const DOUBTFUL = 5000;

/** Lets so many pieces of work be under way at once; others wait, the first that came first. */
export function createPlaces(most: number) {
  const waiting: (() => void)[] = [];
  let free = most;
  let failedAt = -Infinity;
  /** @param onTurn called before work begins that had to wait, or comes soon after other work failed; where it throws, the work is not done */
  return async <Result>(onTurn: (() => Promise<void>) | undefined, work: () => Promise<Result>): Promise<Result> => {
    const waits = free === 0;
    if (waits) await new Promise<void>((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      if (waits || performance.now() - failedAt < DOUBTFUL) await onTurn?.();
      return await work();
    } catch (error) {
      failedAt = performance.now();
      throw error;
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
