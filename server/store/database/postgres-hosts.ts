import { elementAt } from '../../../contract/checked.ts';
import { addressesIn } from '../../settings/postgres-addresses.ts';

/** The servers in DATABASE_URL, as one address each, and the one that is assumed to be the primary. */
export type PostgresHosts = {
  readonly count: number;
  current(): string;
  /** Moves on to the next server, unless another caller has already left this address. */
  leave(address: string): void;
};

export function createPostgresHosts(url: string): PostgresHosts {
  const addresses = addressesIn(url);
  let at = 0;
  return {
    count: addresses.length,
    current: () => elementAt(addresses, at),
    leave: (address) => {
      if (addresses[at] === address) at = (at + 1) % addresses.length;
    },
  };
}
