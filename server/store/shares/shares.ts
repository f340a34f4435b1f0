import { createHmac } from 'node:crypto';
import { elementAt } from '../../../contract/checked.ts';
import { memoize } from '../../kernel/memoize.ts';
import { observations } from '../../kernel/observations.ts';
import type { Settings } from '../../settings/settings.ts';
import { storedSecret } from '../stored-secret.ts';
import type { Store } from '../store.ts';
import { laneOf, pots, type Pot, type PotName } from './pots.ts';
import { countersOf, type Count, type CountUses } from './use-counts.ts';

/** A network or a domain with a share: `times` the share of one client. */
export type Sharer = { name: string; times: number };

export type Source = {
  /** The client's networks, narrowest first (http/client-address.ts). */
  networks: readonly Sharer[];
  /** The recipient's domain (mail/mail-domains.ts). */
  domain?: Sharer | undefined;
  /** Whether the request had a proof of work. Such requests are counted separately and have a larger share. */
  proven: boolean;
};

/**
 * Divides shared capacities among senders. `use` counts a use for the client, its networks and the recipient's domain, in one statement on
 * PostgreSQL, and returns the highest load of these. It refuses nothing: the caller decides by `laneOf(load)`.
 * Keys are hashes under a secret of the store, forgotten after a day.
 * @returns percent of a share for each pot asked for; 0 if nothing can be counted, or RATE_LIMIT is off
 */
export type Shares = {
  use<Name extends PotName>(source: Source, amounts: Readonly<Record<Name, number>>): Promise<Record<Name, number>>;
  /** Names under which networks are stored as the origin of a lead or booking: hashes under the secret, the same each time. */
  names(networks: readonly Sharer[]): Promise<Sharer[]>;
};

/** Factor by which a proof of work enlarges a share. */
const PROVEN = 3;
/** Upper bound of a load in percent, which fits its column. */
const MOST_LOADED = 1_000_000;
/** Most client shares that one network may have, so that no network can use a whole pot. */
const WIDEST = 3;
/** Fraction of a domain's share that one network can use, so that one network which enters a company's addresses does not delay others' mails to it. */
const OF_DOMAIN = 1 / 3;

export function createShares(store: Pick<Store, 'db' | 'dialect'>, settings: Settings, count: CountUses = countersOf(store)()): Shares {
  let hasher: Promise<Hasher> | undefined;
  const readHasher = () =>
    (hasher ??= storedSecret(store.db, 'shares').then(createHasher, (error: unknown) => {
      hasher = undefined;
      throw error;
    }));
  return {
    use: async <Name extends PotName>(source: Source, amounts: Readonly<Record<Name, number>>) => {
      const asked = Object.entries(amounts) as [Name, number][];
      const chains =
        settings.RATE_LIMIT === 'off'
          ? []
          : await readHasher()
              .then((hashOf) => asked.map(([name, amount]) => chainOf(hashOf, { name, amount: Math.ceil(amount), source }, settings)))
              .catch(() => []);
      const counted = chains.length === 0 ? [] : await count(chains);
      const loads = asked.map(([name], at) => {
        const parts = (counted[at] ?? []).map(({ used }, one) => percentOf(used, elementAt(elementAt(chains, at).counts, one)));
        const load = Math.min(MOST_LOADED, Math.max(0, ...parts));
        observations.share.tell({ pot: name, lane: laneOf(load) });
        return [name, load] as const;
      });
      return Object.fromEntries(loads) as Record<Name, number>;
    },
    names: async (networks) => {
      const hashOf = await readHasher();
      return networks.map(({ name, times }) => ({ name: hashOf(networkName(name)), times: Math.min(times, WIDEST) }));
    },
  };
}

/** `guards`: its limit stops counting for the parties after it, but it does not count for the load. */
type Party = Sharer & { guards?: true };
type PartyCount = Count & Pick<Party, 'guards'>;

function chainOf(
  hashOf: Hasher,
  { name, amount, source }: { name: PotName; amount: number; source: Source },
  settings: Settings,
): { amount: number; counts: PartyCount[] } {
  const pot: Pot = pots[name];
  const { networks, domain, proven } = source;
  const parties: Party[] = networks.map(({ name: network, times }) => ({ name: networkName(network), times: Math.min(times, WIDEST) }));
  if (pot.byDomain && domain) parties.push({ name: `${networks.at(-1)?.name} ${domain.name}`, times: OF_DOMAIN, guards: true }, domain);
  const counts = parties.flatMap(({ name: party, times, guards }) =>
    pot.windows.map(({ ms, capacity }) => ({
      key: `${name} ${ms} ${proven} ${hashOf(party)}`,
      most: Math.floor(Math.max(pot.least, capacity(settings) * pot.share) * times * (proven ? PROVEN : 1)),
      ms,
      ...(guards && { guards }),
    })),
  );
  return { amount, counts };
}

function percentOf(used: number, { most, guards }: PartyCount): number {
  return guards ? 0 : Math.ceil((100 * used) / most);
}

/** The text that is hashed as the name of a network. Stored with leads, so it never changes. */
function networkName(network: string): string {
  return `network ${network}`;
}

type Hasher = (text: string) => string;

/** Hashes kept in memory: each form asks several times for those of its networks. */
const MAX_KEPT = 1000;

function createHasher(secret: string): Hasher {
  return memoize(MAX_KEPT, (text) => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22));
}
