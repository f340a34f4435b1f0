import { verify, X509Certificate, type KeyObject } from 'node:crypto';
import * as v from 'valibot';

/** Fetches an address as text. @throws when it does not answer 200 */
export type FetchText = (url: string) => Promise<string>;

/** `unknown`: the certificate cannot be fetched at present. */
export type SignatureState = 'valid' | 'invalid' | 'unknown';

const text = v.pipe(v.string(), v.maxLength(256 * 1024));

const signed = v.object({
  Type: v.picklist(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  SignatureVersion: v.picklist(['1', '2']),
  Signature: v.pipe(v.string(), v.maxLength(2000), v.base64()),
  SigningCertURL: v.pipe(v.string(), v.maxLength(500)),
  Message: text,
  MessageId: text,
  Timestamp: text,
  TopicArn: text,
  Subject: v.nullish(text),
  SubscribeURL: v.nullish(text),
  Token: v.nullish(text),
});

type Signed = v.InferOutput<typeof signed>;

/** The fields that are signed, in this order; a field that a message lacks is left out. */
const FIELDS = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  other: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const;

const DIGESTS = { '1': 'sha1', '2': 'sha256' } as const;

/** Most certificates that are kept. Amazon has one for each region and changes it now and then. */
const MAX_CERTIFICATES = 20;

/**
 * Makes a function that verifies that a message comes from Amazon SNS: signed with a certificate from an address of SNS.
 * @param now returns milliseconds since the epoch
 */
export function createSnsVerifier(fetchText: FetchText, now: () => number): (message: unknown) => Promise<SignatureState> {
  const known = new Map<string, X509Certificate>();
  const certificateAt = async (url: string): Promise<X509Certificate> => {
    const certificate = known.get(url) ?? new X509Certificate(await fetchText(url));
    if (known.size >= MAX_CERTIFICATES) known.clear();
    known.set(url, certificate);
    return certificate;
  };
  return async (message) => {
    const parsed = v.safeParse(signed, message);
    if (!parsed.success || !isCertificateAddress(parsed.output.SigningCertURL)) return 'invalid';
    const certificate = await certificateAt(parsed.output.SigningCertURL).catch(() => undefined);
    if (certificate === undefined) return 'unknown';
    const isCurrent = certificate.validFromDate.getTime() <= now() && now() <= certificate.validToDate.getTime();
    return isCurrent && isSignedBy(certificate.publicKey, parsed.output) ? 'valid' : 'invalid';
  };
}

/** Whether an address belongs to Amazon SNS. No other address is fetched, whatever a message names. */
export function isSnsAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password } = new URL(address);
  const isPlain = port === '' && username === '' && password === '';
  return protocol === 'https:' && isPlain && /^sns\.[a-z0-9-]{3,}\.amazonaws\.com(\.cn)?$/.test(hostname);
}

function isCertificateAddress(address: string): boolean {
  return isSnsAddress(address) && new URL(address).pathname.endsWith('.pem');
}

function isSignedBy(key: KeyObject, message: Signed): boolean {
  const fields = message.Type === 'Notification' ? FIELDS.Notification : FIELDS.other;
  const lines = fields.flatMap((field) => (typeof message[field] !== 'string' ? [] : [`${field}\n${message[field]}\n`])).join('');
  try {
    return verify(DIGESTS[message.SignatureVersion], Buffer.from(lines), key, Buffer.from(message.Signature, 'base64'));
  } catch {
    return false;
  }
}
