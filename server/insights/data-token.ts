import { timingSafeEqual } from 'node:crypto';
import account from '../../contract/demo-account.json' with { type: 'json' };
import type { Store } from '../store/store.ts';
import { storedSecret } from '../store/stored-secret.ts';

/** Seconds for which a data token is valid. */
export const TOKEN_SECONDS = 3600;

const ISSUER = 'cognitive-pro-site';
/** Audience of the tokens: only the data calls accept it. */
const AUDIENCE = 'portfolios';
const ALGORITHM = 'HS256';

export type Tokens = {
  /** @returns a token for the demo account; undefined when the credentials are wrong */
  login(email: string, password: string, now: number): Promise<string | undefined>;
  /** Whether an Authorization header carries a token that was issued here and has not expired. */
  admits(authorization: string | undefined, now: number): Promise<boolean>;
};

/** Issues and checks data tokens (JWT, HS256), signed with a key in the store, so that all servers of the site accept them. */
export function dataTokens(store: Store): Tokens {
  let key: Promise<Uint8Array> | undefined;
  function signingKey(): Promise<Uint8Array> {
    key ??= readKey(store).catch((error: unknown) => {
      key = undefined;
      throw error;
    });
    return key;
  }
  return {
    async login(email, password, now) {
      if (!(same(email.trim().toLowerCase(), account.email) && same(password, account.password))) return undefined;
      // Loaded with the first token, so that it does not delay the server's start.
      const { SignJWT } = await import('jose');
      const seconds = Math.floor(now / 1000);
      return new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject('demo')
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + TOKEN_SECONDS)
        .sign(await signingKey());
    },
    async admits(authorization, now) {
      const token = /^Bearer ([\w.-]{1,2000})$/i.exec(authorization ?? '')?.[1];
      if (token === undefined) return false;
      const { jwtVerify } = await import('jose');
      const secret = await signingKey();
      return jwtVerify(token, secret, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['exp', 'iat'],
        currentDate: new Date(now),
      }).then(
        () => true,
        () => false,
      );
    },
  };
}

async function readKey({ db }: Store): Promise<Uint8Array> {
  return Buffer.from(await storedSecret(db, 'data-token', { encoding: 'base64url' }), 'base64url');
}

function same(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
