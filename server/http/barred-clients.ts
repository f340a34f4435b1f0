import { present } from '../../contract/checked.ts';
/** Clients that are remembered at most; beyond, whoever was blamed first is forgotten. */
const MOST_CLIENTS = 10_000;

/** What a client may be blamed for before it is barred. */
const MOST_BLAME = 100;

export type BarredClients = {
  /** @returns whether the client is barred now */
  blame: (client: string, weight: number) => boolean;
  has: (client: string) => boolean;
};

/**
 * Clients that get no connection for some time: those that sent again and again what costs far more than it is long. One faulty program among
 * those that share an address bars nobody.
 * @param ms for which a blame counts, and for which a client is barred
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
      const isBarred = score + weight >= MOST_BLAME;
      blamed.delete(client);
      blamed.set(client, { score: score + weight, until: isBarred ? performance.now() + ms : until });
      const [first] = blamed.keys();
      if (blamed.size > MOST_CLIENTS) blamed.delete(present(first));
      return isBarred;
    },
    has: (client) => (current(client)?.score ?? 0) >= MOST_BLAME,
  };
}
