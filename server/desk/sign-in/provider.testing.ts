import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { onTestFinished } from 'vitest';

export type Claims = { sub?: string; email?: string; email_verified?: unknown; nonce?: string; aud?: string; iss?: string; exp?: number };

/** An OpenID provider as software: whoever is sent to it comes back as who the test says. */
export async function providerDouble() {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const stranger = await generateKeyPair('RS256');
  const asked = new Map<string, URLSearchParams>();
  let claims: Claims = {};
  let key: CryptoKey = privateKey;
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
      const token = await new SignJWT({ sub: 'one', ...made }).setProtectedHeader({ alg: 'RS256', kid: 'one' }).setIssuedAt().sign(key);
      return void answer({ access_token: 'a', token_type: 'Bearer', id_token: token });
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, resolve));
  onTestFinished(() => void server.close());
  return {
    issuer: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** @returns the query that the browser is sent back with */
    visit: (address: string, as: Claims, signedBy: 'itself' | 'a stranger' = 'itself'): string => {
      const query = new URL(address).searchParams;
      const code = randomBytes(8).toString('hex');
      asked.set(code, query);
      claims = as;
      key = signedBy === 'itself' ? privateKey : stranger.privateKey;
      return new URLSearchParams({ code, state: query.get('state')! }).toString();
    },
  };
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
