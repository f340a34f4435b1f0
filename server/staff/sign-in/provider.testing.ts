import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey } from 'jose';
import { onTestFinished } from 'vitest';

/** Claims about a person as a test wants them, also wrong ones. */
export type Claims = Record<string, unknown>;

/** Who signs a token, and how. `its public key` and `the secret`: as HS256, with a key that others know, too. `nobody`: with the algorithm none. */
export type Signer = 'itself' | 'a stranger' | 'its public key' | 'the secret' | 'nobody';

/** Made once: two pairs take as long as everything else in a test of them. */
const keyPairs = Promise.all([generateKeyPair('RS256', { extractable: true }), generateKeyPair('RS256')]);

/** An OpenID provider in software: a browser that is sent to it returns with the identity that the test gives. */
export async function providerDouble() {
  const [{ publicKey, privateKey }, stranger] = await keyPairs;
  const spki = await exportSPKI(publicKey);
  const asked = new Map<string, URLSearchParams>();
  let claims: Claims = {};
  let signer: Signer = 'itself';
  const server = createServer((request, response) => {
    const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
    const answer = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/.well-known/openid-configuration') return void answer(metadata(issuer));
    if (request.url === '/keys')
      return void exportJWK(publicKey).then((jwk) => answer({ keys: [{ ...jwk, kid: 'one', alg: 'RS256', use: 'sig' }] }));
    void readForm(request).then(async (form) => {
      const query = asked.get(form.get('code') ?? '');
      asked.delete(form.get('code') ?? '');
      const verified =
        createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url') === query?.get('code_challenge');
      if (query === undefined || !verified || form.get('client_secret') !== 'secret') return void answer({ error: 'invalid_grant' }, 400);
      const made = { iss: issuer, aud: 'desk', nonce: query.get('nonce')!, exp: Math.floor(Date.now() / 1000) + 300, ...claims };
      const token = await signed(
        { sub: 'one', ...made },
        { signer, keys: { itself: privateKey, 'a stranger': stranger.privateKey }, spki },
      );
      return void answer({ access_token: 'a', token_type: 'Bearer', id_token: token });
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, resolve));
  onTestFinished(() => void server.close());
  return {
    issuer: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** @returns the query that the browser is sent back with */
    visit: (address: string, as: Claims, signedBy: Signer = 'itself'): string => {
      const query = new URL(address).searchParams;
      const code = randomBytes(8).toString('hex');
      asked.set(code, query);
      claims = as;
      signer = signedBy;
      return new URLSearchParams({ code, state: query.get('state')! }).toString();
    },
  };
}

type Signing = { signer: Signer; keys: { itself: CryptoKey; 'a stranger': CryptoKey }; spki: string };

async function signed(claims: Claims, { signer, keys, spki }: Signing): Promise<string> {
  if (signer === 'nobody') return new UnsecuredJWT(claims).setIssuedAt().encode();
  const token = new SignJWT(claims).setIssuedAt();
  if (signer === 'itself' || signer === 'a stranger') return token.setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(keys[signer]);
  return token.setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(Buffer.from(signer === 'the secret' ? 'secret' : spki));
}

function metadata(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  return new URLSearchParams(await text(request));
}
