import { elementAt, present } from '../../contract/checked.ts';
import type { ClientNetwork } from './client-address.ts';

/** Most requests that wait for one network, and for one client in it: what these take is done within some seconds. */
const MOST = { network: 1024, client: 256 };
/** Waiting requests of a network up to which the next begins at once. Browsers do not send more. */
const FEW = 6;
/** Most milliseconds between two requests of a network. */
const LONGEST_REST = 100;

/** The requests that wait behind the one that is under way, by client. */
type Waiting = { clients: Map<string, (() => void)[]>; count: number };

/** Does the work of a client's request in its turn. @returns undefined, with nothing done, where as many of its requests wait as may */
export type TakeTurn = <Result>(networks: readonly ClientNetwork[], work: () => Promise<Result>) => Promise<Result | undefined>;

/**
 * Requests whose answers take milliseconds to make: of each network (a /24 or /48) one is under way, and its clients take turns. Between two of them the
 * event loop does other work; where many wait, they leave it as much time as they take. Other networks do not wait for them.
 * @param on false: requests begin as they come, as where rate limits are off
 */
export function createClientQueue(on: boolean): TakeTurn {
  if (!on) return (_networks, work) => work();
  const busy = new Map<string, Waiting>();

  function beginNext(network: string, waiting: Waiting): void {
    const [first] = waiting.clients;
    if (first === undefined) return void busy.delete(network);
    const [client, requests] = first;
    const begin = present(requests.shift());
    // To the end of the line, behind the network's other clients.
    waiting.clients.delete(client);
    if (requests.length > 0) waiting.clients.set(client, requests);
    waiting.count -= 1;
    begin();
  }

  async function turnOf(network: string, client: string): Promise<Waiting | undefined> {
    const waiting = busy.get(network);
    if (waiting === undefined) {
      const made: Waiting = { clients: new Map(), count: 0 };
      busy.set(network, made);
      return made;
    }
    if (waiting.count >= MOST.network || (waiting.clients.get(client)?.length ?? 0) >= MOST.client) return undefined;
    waiting.count += 1;
    await new Promise<void>((resolve) => {
      const requests = waiting.clients.get(client);
      if (requests === undefined) waiting.clients.set(client, [resolve]);
      else requests.push(resolve);
    });
    return waiting;
  }

  return async (networks, work) => {
    const [client, network] = endsOf(networks);
    const waiting = await turnOf(network, client);
    if (waiting === undefined) return undefined;
    const began = performance.now();
    try {
      return await work();
    } finally {
      if (waiting.count <= FEW) setImmediate(beginNext, network, waiting);
      else setTimeout(beginNext, Math.min(LONGEST_REST, performance.now() - began), network, waiting);
    }
  };
}

/** Names of the narrowest and of the widest network. */
function endsOf(networks: readonly ClientNetwork[]): [client: string, network: string] {
  return [elementAt(networks, 0).name, elementAt(networks, networks.length - 1).name];
}
