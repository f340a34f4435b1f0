import { createPublicKey, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';

/** `cert` is PEM. */
export type Certificate = { cert: string; key: KeyObject; name: string };

type CertificateOptions = { name: string; hosts?: readonly string[]; issuer?: Certificate; type?: 'rsa' | 'ec'; days?: number };

/** Makes a certificate with Node alone, valid since yesterday; self-signed when no issuer is given. */
export function makeCertificate({ name, hosts = [], issuer, type = 'ec', days = 30 }: CertificateOptions): Certificate {
  const key = type === 'ec' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('rsa', { modulusLength: 2048 });
  const by = issuer?.key ?? key.privateKey;
  const algorithm = by.asymmetricKeyType === 'ec' ? sequence(oid('2a8648ce3d040302')) : sequence(oid('2a864886f70d01010b'), tlv(0x05));
  const serial = Buffer.concat([Buffer.of(1), randomBytes(15)]);
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.of(2))),
    tlv(0x02, serial),
    algorithm,
    nameOf(issuer?.name ?? name),
    sequence(time(Date.now() - DAY), time(Date.now() + days * DAY)),
    nameOf(name),
    createPublicKey(key.privateKey).export({ type: 'spki', format: 'der' }),
    tlv(
      0xa3,
      sequence(...(issuer === undefined ? [extension('551d13', sequence(tlv(0x01, Buffer.of(0xff))))] : []), ...alternatives(hosts)),
    ),
  );
  const der = sequence(body, algorithm, tlv(0x03, Buffer.of(0), sign('sha256', body, by)));
  const lines = der.toString('base64').replace(/.{64}/g, '$&\n');
  return { cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`, key: key.privateKey, name };
}

const DAY = 24 * 3_600_000;

function alternatives(hosts: readonly string[]): Buffer[] {
  const names = hosts.map((host) =>
    isIP(host) === 4 ? tlv(0x87, Buffer.from(host.split('.').map(Number))) : tlv(0x82, Buffer.from(host)),
  );
  return names.length === 0 ? [] : [extension('551d11', sequence(...names))];
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(oid(id), tlv(0x04, value));
}

function nameOf(text: string): Buffer {
  return sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from(text)))));
}

function time(at: number): Buffer {
  return tlv(0x18, Buffer.from(new Date(at).toISOString().replace(/[-:T]|\.\d+/g, '')));
}

function oid(hex: string): Buffer {
  return tlv(0x06, Buffer.from(hex, 'hex'));
}

function sequence(...parts: Buffer[]): Buffer {
  return tlv(0x30, ...parts);
}

/** Encodes one DER value: tag, length, content. */
function tlv(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...head), content]);
}
