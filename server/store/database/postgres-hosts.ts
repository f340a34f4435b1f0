import { elementAt } from '../../../contract/checked.ts';
import { addressesIn } from '../../settings/postgres-addresses.ts';

/** The servers that DATABASE_URL names, as one address each, and the one that is believed to be the primary. */
export type PostgresHosts = {
  readonly count: number;
  current(): string;
  /** The next one's turn, unless somebody else has seen that this one fails already. */
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
