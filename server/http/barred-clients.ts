import { present } from '../../contract/checked.ts';
/** Most clients that are remembered. Beyond this, the client that was blamed first is dropped. */
const MAX_CLIENTS = 10_000;

/** Blame at which a client is barred. */
const MAX_BLAME = 100;

export type BarredClients = {
  /** @returns whether the client is barred now */
  blame: (client: string, weight: number) => boolean;
  has: (client: string) => boolean;
};

/**
 * Bars clients that repeatedly send requests whose cost far exceeds their size. One faulty program behind a shared address does not get that address
 * barred.
 * @param ms milliseconds for which blame counts, and for which a client is barred
 */
export function barredClients(ms: number): BarredClients {
  const blamed = new Map<string, { score: number; until: number }>();
  const current = (client: string) => {
    const known = blamed.get(client);
    return known === undefined || known.until <= performance.now() ? undefined : known;
  };
  return {
    blame: (client, weight) => {
      const { score, until } = current(client) ?? { score: 0, until: performance.now() + ms };
      const isBarred = score + weight >= MAX_BLAME;
      blamed.delete(client);
      blamed.set(client, { score: score + weight, until: isBarred ? performance.now() + ms : until });
      const [first] = blamed.keys();
      if (blamed.size > MAX_CLIENTS) blamed.delete(present(first));
      return isBarred;
    },
    has: (client) => (current(client)?.score ?? 0) >= MAX_BLAME,
  };
}
