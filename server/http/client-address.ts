import { BlockList, isIP, isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Whom an address stands for: an IPv4 address, or the /64 of an IPv6 one, which is what one customer of a network gets. Ports, zones and the
 * IPv6 form of IPv4 addresses make no difference.
 * @returns undefined for what is no address
 */
export function clientOf(address: string | undefined): string | undefined {
  const plain = plainAddress(address ?? '');
  if (plain === undefined || isIPv4(plain)) return plain;
  return `${groupsOf(plain)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** As far as its proxies are trusted. What a proxy sends that is no address stands for no client. */
export function clientOfRequest(request: FastifyRequest): string {
  return clientOf(request.ip) ?? clientOf(request.raw.socket.remoteAddress) ?? 'unknown';
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
  const plain = plainAddress(address)!;
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
  return [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join('.');
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
