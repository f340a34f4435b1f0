import { createHmac } from 'node:crypto';
import { elementAt } from '../../../contract/checked.ts';
import { observations } from '../../kernel/observations.ts';
import type { Settings } from '../../settings/settings.ts';
import { storedSecret } from '../stored-secret.ts';
import type { Store } from '../store.ts';
import { laneOf, pots, type Pot, type PotName } from './pots.ts';
import { countersOf, type Count, type CountUses } from './use-counts.ts';

/** Who shares: a network or a domain, and how many times a client's share is its own. */
export type Sharer = { name: string; times: number };

export type Source = {
  /** Of the client, narrowest first (http/client-address.ts). */
  networks: readonly Sharer[];
  /** Of the recipient (mail/mail-domains.ts). */
  domain?: Sharer | undefined;
  /** Whether a proof of work came with it: what has one is counted apart from what has none, and has a larger share. */
  proven: boolean;
};

/**
 * Divides what everybody has in common. `use` counts what somebody is about to use, for the client, its networks and the recipient's domain, by
 * one statement on PostgreSQL, and tells how loaded the busiest of these is. It refuses nothing: the caller looks at `laneOf(load)`. Nobody is
 * stored by name: keys are hashes under a secret of the store, forgotten after a day.
 * @returns percent of a share, for each pot that was asked for; 0 where nothing can be counted, or RATE_LIMIT is off
 */
export type Shares = {
  use<Name extends PotName>(source: Source, amounts: Readonly<Record<Name, number>>): Promise<Record<Name, number>>;
  /** What networks are called where it is stored with something where that came from: hashes under the secret, always the same. */
  names(networks: readonly Sharer[]): Promise<Sharer[]>;
};

/** So many times a share has who brings a proof of work. */
const PROVEN = 3;
/** Percent that a load comes to at most: a column holds it. */
const MOST_LOADED = 1_000_000;
/** A share is wider for a network than for a client, and never the whole pot. */
const WIDEST = 3;
/** The part of a domain's share that one network can use: alone it makes nobody of a company late, whose address it writes into its forms. */
const OF_DOMAIN = 1 / 3;

export function createShares(store: Pick<Store, 'db' | 'dialect'>, settings: Settings, count: CountUses = countersOf(store)()): Shares {
  let secret: Promise<string> | undefined;
  const readSecret = () =>
    (secret ??= storedSecret(store.db, 'shares').catch((error: unknown) => {
      secret = undefined;
      throw error;
    }));
  return {
    use: async <Name extends PotName>(source: Source, amounts: Readonly<Record<Name, number>>) => {
      const asked = Object.entries(amounts) as [Name, number][];
      const chains =
        settings.RATE_LIMIT === 'off'
          ? []
          : await readSecret()
              .then((key) => asked.map(([name, amount]) => chainOf(key, { name, amount: Math.ceil(amount), source }, settings)))
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
      const key = await readSecret();
      return networks.map(({ name, times }) => ({ name: hashOf(key, `network ${name}`), times: Math.min(times, WIDEST) }));
    },
  };
}

/** `guards`: keeps the counts behind it from what is too much for it, and loads nobody. */
type Party = Sharer & { guards?: true };
type PartyCount = Count & Pick<Party, 'guards'>;

function chainOf(
  secret: string,
  { name, amount, source }: { name: PotName; amount: number; source: Source },
  settings: Settings,
): { amount: number; counts: PartyCount[] } {
  const pot: Pot = pots[name];
  const { networks, domain, proven } = source;
  const parties: Party[] = networks.map(({ name: network, times }) => ({ name: network, times: Math.min(times, WIDEST) }));
  if (pot.byDomain && domain) parties.push({ name: `${networks.at(-1)?.name} ${domain.name}`, times: OF_DOMAIN, guards: true }, domain);
  const counts = parties.flatMap(({ name: party, times, guards }) =>
    pot.windows.map(({ ms, capacity }) => ({
      key: hashOf(secret, `${name} ${ms} ${proven} ${party}`),
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

function hashOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);
}
