/** Requests a second of one client that are handled as they come; an office behind one address asks for far fewer. */
const PER_SECOND = 400;
/** Milliseconds of that rate which may be used at once. */
const BURST = 2000;
/** Longest pause in milliseconds: a client that asks and goes away again does not make others behind its address wait for minutes. */
const LONGEST = 5000;
/** Most clients that are remembered. Beyond, those seen longest ago are forgotten. */
const MAX_CLIENTS = 10_000;

/** Says for how many milliseconds a request of this client waits; 0: it is handled at once. */
export type Pace = (client: string) => number;

/**
 * Slows down clients that send requests faster than any browser, behind a proxy that does not limit them itself: their answers come late, so that a
 * program that waits for answers asks less often, and the proxy has time for others.
 * @param now milliseconds
 */
export function createPace(now: () => number = () => performance.now()): Pace {
  /** When all requests of a client so far are handled at the rate. */
  const handledBy = new Map<string, number>();
  return (client) => {
    const at = now();
    const due = Math.min(Math.max(handledBy.get(client) ?? 0, at) + 1000 / PER_SECOND, at + BURST + LONGEST);
    handledBy.delete(client);
    handledBy.set(client, due);
    const [oldest] = handledBy.keys();
    if (handledBy.size > MAX_CLIENTS && oldest !== undefined) handledBy.delete(oldest);
    return Math.max(0, due - at - BURST);
  };
}
