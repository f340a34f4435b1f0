const HOUR = 3_600_000;

/** Most refusals that are recorded of one account within an hour, whatever it calls. */
export const RECORDED_AN_HOUR = 60;

type Refused = {
  account: string;
  call: string;
  /** Whether a page made the call by itself, without an act of its reader. */
  isRefresh: boolean;
};

/**
 * Says which refusals go into the record of actions: the first, tenth, hundredth … of an account and call within an hour, so that whoever goes on trying is seen and
 * does not fill the record; of what a page repeats by itself only the first.
 * @returns a function that returns how many there were so far, or undefined if this one is not recorded
 */
export function createRefusedCalls(now: () => number): (refused: Refused) => number | undefined {
  let hour = 0;
  const counts = new Map<string, number>();
  const recorded = new Map<string, number>();
  return ({ account, call, isRefresh }) => {
    const current = Math.floor(now() / HOUR);
    if (current !== hour) {
      hour = current;
      counts.clear();
      recorded.clear();
    }
    const key = `${account} ${call}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (isRefresh ? count > 1 : !/^10*$/.test(String(count))) return undefined;
    const rows = (recorded.get(account) ?? 0) + 1;
    recorded.set(account, rows);
    return rows > RECORDED_AN_HOUR ? undefined : count;
  };
}
