import { BlockList, isIP, isIPv4 } from 'node:net';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { elementAt, present } from '../../contract/checked.ts';
import { memoize } from '../kernel/memoize.ts';

/** A network that contains the client. `times`: the limit of the whole network as a multiple of one client's limit. */
export type ClientNetwork = { name: string; times: number };

/**
 * Prefix lengths of a client's networks in bits, narrowest first. With IPv6 a home line gets a /56, a rented server a /48, a mobile telephone a /64.
 * An IPv4 address may be shared by an office or a town, so its neighbours count little.
 */
const widths = {
  4: [
    { bits: 32, times: 1 },
    { bits: 24, times: 8 },
  ],
  6: [
    { bits: 64, times: 1 },
    { bits: 56, times: 2 },
    { bits: 48, times: 4 },
  ],
} as const;

/**
 * The networks that contain an address, narrowest first: an IPv4 address and its /24, or the /64, /56 and /48 of an IPv6 address. Ports, zones and
 * IPv4-mapped IPv6 make no difference.
 * @returns an empty list if the text is no address
 */
export function networksOf(address = ''): readonly ClientNetwork[] {
  return address.length <= LONGEST ? readMemoized(address) : readNetworks(address);
}

/** One request asks several times for its networks, and a client comes again. */
const readMemoized = memoize(1000, readNetworks);
/** The longest address in brackets, with a port. A header may hold any text. */
const LONGEST = 54;

function readNetworks(address: string): readonly ClientNetwork[] {
  const plain = plainAddress(address);
  if (plain === undefined) return [];
  if (isIPv4(plain)) {
    const bytes = plain.split('.');
    return widths[4].map(({ bits, times }) => ({ times, name: bits === 32 ? plain : `${bytes.slice(0, 3).join('.')}.0/${bits}` }));
  }
  const groups = groupsOf(plain);
  return widths[6].map(({ bits, times }) => ({ times, name: `${prefixOf(groups, bits)}::/${bits}` }));
}

/** The first `bits` bits of an IPv6 address, as hexadecimal groups. */
function prefixOf(groups: readonly number[], bits: number): string {
  return groups
    .slice(0, Math.ceil(bits / 16))
    .map((group, at) => (group & ~(0xffff >> Math.min(16, bits - 16 * at))).toString(16))
    .join(':');
}

/** The client behind a connection: its IPv4 address, or its IPv6 /56, which a home line gets and which contains 256 /64 networks. */
export function clientOf(address: string | undefined): string | undefined {
  const networks = networksOf(address);
  return networks.find(({ name }) => name.endsWith('::/56'))?.name ?? networks[0]?.name;
}

/** The networks of a request's sender, as far as its proxies are trusted. If a proxy sends something that is no address, the proxy's networks count. */
export function networksOfRequest(request: FastifyRequest): readonly ClientNetwork[] {
  for (const address of [request.ip, request.raw.socket.remoteAddress]) {
    const networks = networksOf(address);
    if (networks.length > 0) return networks;
  }
  return [{ name: 'unknown', times: 1 }];
}

/** The client of a request that came through proxies, for use before routing. */
export function forwardedClient({ socket, headers }: IncomingMessage, trusted: Trust): string {
  const hops = String(headers['x-forwarded-for'] ?? '').split(',');
  const chain = [...hops, socket.remoteAddress ?? ''].map((address) => address.trim()).toReversed();
  // If all hops are trusted, the first one is the client.
  const named = chain.at(chain.findIndex((address, hop) => !trusted(address, hop)));
  return clientOf(named) ?? clientOf(socket.remoteAddress) ?? 'unknown';
}

export type Trust = (address: string, hop: number) => boolean;

/** Whether to trust a peer, or the address `hop` places before it in X-Forwarded-For. TRUST_PROXY is a number of hops, or addresses and networks. */
export function trustedProxies(setting: number | string | undefined): Trust {
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  if (setting === undefined) return () => false;
  const networks = new BlockList();
  for (const network of setting.split(',').map((one) => one.trim())) addNetwork(networks, network);
  return (address) => {
    const plain = plainAddress(address);
    return plain !== undefined && networks.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
  };
}

function addNetwork(networks: BlockList, network: string): void {
  const [address = '', bits] = network.split('/');
  const plain = present(plainAddress(address));
  const family = isIPv4(plain) ? 'ipv4' : 'ipv6';
  // The prefix length of an IPv4-mapped network includes 96 bits of prefix.
  const fewer = isIPv4(plain) && !isIPv4(address) ? 96 : 0;
  if (bits === undefined) networks.addAddress(plain, family);
  else networks.addSubnet(plain, Math.max(0, Number(bits) - fewer), family);
}

function plainAddress(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text.trim())?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text.trim())?.[1] ?? text.trim();
  const address = bare.replace(/%.*$/, '');
  if (isIP(address) !== 6) return isIPv4(address) ? address : undefined;
  const groups = groupsOf(address);
  if (groups.slice(0, 5).some((group) => group !== 0) || groups[5] !== 0xffff) return address;
  return [elementAt(groups, 6) >> 8, elementAt(groups, 6) & 255, elementAt(groups, 7) >> 8, elementAt(groups, 7) & 255].join('.');
}

function groupsOf(address: string): number[] {
  // The URL parser normalizes the address, including an IPv4 part, to hexadecimal groups.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [front, back] = [groupsIn(head), groupsIn(tail ?? '')];
  return [...front, ...new Array<number>(8 - front.length - back.length).fill(0), ...back];
}

function groupsIn(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}
