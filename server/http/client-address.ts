import { BlockList, isIP, isIPv4 } from 'node:net';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { elementAt, present } from '../../contract/checked.ts';

/** A network that a client is part of, and how many times what one client may do all of it may do together. */
export type ClientNetwork = { name: string; times: number };

/**
 * How wide a client's networks are, in bits, narrowest first. A home line gets a /56 of IPv6, whoever rents a server a /48, a mobile network gives
 * each telephone a /64; an IPv4 address may be an office or a town, so that its neighbours count little.
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
 * The networks an address is part of, narrowest first: an IPv4 address and its /24, or the /64, /56 and /48 of an IPv6 one. Ports, zones and
 * the IPv6 form of IPv4 addresses make no difference.
 * @returns none for what is no address
 */
export function networksOf(address: string | undefined): ClientNetwork[] {
  const plain = plainAddress(address ?? '');
  if (plain === undefined) return [];
  if (isIPv4(plain)) {
    const bytes = plain.split('.');
    return widths[4].map(({ bits, times }) => ({ times, name: bits === 32 ? plain : `${bytes.slice(0, 3).join('.')}.0/${bits}` }));
  }
  const groups = groupsOf(plain);
  return widths[6].map(({ bits, times }) => ({ times, name: `${prefixOf(groups, bits)}::/${bits}` }));
}

/** Of so many bits, in groups of 16. */
function prefixOf(groups: readonly number[], bits: number): string {
  return groups
    .slice(0, Math.ceil(bits / 16))
    .map((group, at) => (group & ~(0xffff >> Math.min(16, bits - 16 * at))).toString(16))
    .join(':');
}

/** Who a connection is of: an IPv4 address, or the /56 that a home line has. Of a /64 there are 256 in it. */
export function clientOf(address: string | undefined): string | undefined {
  const networks = networksOf(address);
  return networks.find(({ name }) => name.endsWith('::/56'))?.name ?? networks[0]?.name;
}

/** The networks of whoever sent a request, as far as its proxies are trusted. What a proxy sends that is no address stands for no client. */
export function networksOfRequest(request: FastifyRequest): ClientNetwork[] {
  for (const address of [request.ip, request.raw.socket.remoteAddress]) {
    const networks = networksOf(address);
    if (networks.length > 0) return networks;
  }
  return [{ name: 'unknown', times: 1 }];
}

/** The same before there are routes, for a request that came by way of proxies. */
export function forwardedClient({ socket, headers }: IncomingMessage, trusted: Trust): string {
  const hops = String(headers['x-forwarded-for'] ?? '').split(',');
  const chain = [...hops, socket.remoteAddress ?? ''].map((address) => address.trim()).toReversed();
  // Where all are trusted the first stands for the client.
  const named = chain.at(chain.findIndex((address, hop) => !trusted(address, hop)));
  return clientOf(named) ?? clientOf(socket.remoteAddress) ?? 'unknown';
}

export type Trust = (address: string, hop: number) => boolean;

/** Whether a peer, or what is named so many hops before it, is believed: by TRUST_PROXY, a number of hops or addresses and networks. */
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
  // A network of mapped addresses counts its bits from 96 on.
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
  // A URL writes it in one form, an IPv4 part in hexadecimal too.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [front, back] = [groupsIn(head), groupsIn(tail ?? '')];
  return [...front, ...new Array<number>(8 - front.length - back.length).fill(0), ...back];
}

function groupsIn(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}
