import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { elementAt } from '../../contract/checked.ts';

/** Thrown when an address is not public: no connection was made. */
export class PrivateAddress extends Error {
  override name = 'PrivateAddress';

  constructor(host: string) {
    super(`${host} is no public address: WEBHOOKS_PRIVATE=allow lets requests go to private networks`);
  }
}

/**
 * Whether an address is on the public internet. Of IPv6 only global unicast: forms that stand for an IPv4 address (mapped, 6to4, NAT64, Teredo) could be used
 * to reach a private one.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  if (family !== 6 || address.includes('%')) return false;
  return unicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/** dns.lookup, or a test double. */
export type Resolve = (
  hostname: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/** A dns.lookup for connections that fails when a name resolves to an address that is not allowed. */
export function publicLookup(allowed: (address: string) => boolean, ask: Resolve = lookup): LookupFunction {
  return (hostname, options, callback) => {
    ask(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error !== null) return callback(error, []);
      const usable = found.filter(({ address }) => allowed(address));
      if (usable.length === 0) return callback(new PrivateAddress(hostname), []);
      if (options.all === true) return callback(null, usable);
      return callback(null, elementAt(usable, 0).address, elementAt(usable, 0).family);
    });
  };
}

/** IANA's special-purpose addresses (RFC 6890), multicast and reserved ranges. */
const special = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  special.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const)
  special.addSubnet(network, bits, 'ipv6');

const unicast = new BlockList();
unicast.addSubnet('2000::', 3, 'ipv6');
