import { verify, type KeyObject } from 'node:crypto';

type Expected = { iss: string; sub: string; aud: string; now: number; key: KeyObject };

/** What the DOUBLE of Salesforce says is wrong with the JWT of a sign-in; undefined when it is valid. */
export function assertionFault(assertion: string, { iss, sub, aud, now, key }: Expected): object | undefined {
  const [header = '', claims = '', signature = '', ...rest] = assertion.split('.');
  const fault = (words: string, error = 'invalid_grant') => ({ error, error_description: words });
  if (signature === '' || rest.length > 0) return fault('invalid assertion');
  const signed = verify('RSA-SHA256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'));
  if (!signed || (readPart(header) as { alg?: string }).alg !== 'RS256') return fault('invalid assertion');
  const said = readPart(claims) as { iss?: string; sub?: string; aud?: string; exp?: number };
  if (said.iss !== iss) return fault('client identifier invalid', 'invalid_client_id');
  if (said.aud !== aud) return fault('audience is invalid');
  if (typeof said.exp !== 'number' || said.exp * 1000 < now || said.exp * 1000 > now + 180_000) return fault('expired authorization code');
  return said.sub === sub ? undefined : fault("user hasn't approved this consumer");
}

function readPart(part: string): unknown {
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}
