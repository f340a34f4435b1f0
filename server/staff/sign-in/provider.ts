import { randomBytes } from 'node:crypto';
import type { Configuration, IDToken } from 'openid-client';
import * as v from 'valibot';
import type { Settings } from '../../settings/settings.ts';
import type { Tx } from '../../store/store.ts';
import { bindSubject, findByAddress, findBySubject } from '../accounts.ts';

/** The company's own OpenID provider. */
export type Provider = {
  /** Where to send the browser, and the values that its answer is checked against. @throws when the provider does not answer */
  begin: () => Promise<{ address: string; checks: string }>;
  /**
   * @param answer the query that the provider sent the browser back with
   * @returns the person whom the provider names
   * @throws when the answer proves nothing; the message says why, without personal data
   */
  finish: (answer: string, checks: string) => Promise<ProviderIdentity>;
};

/** `subject`: issuer and the provider's id of a person, which no other person ever gets. An address may pass on to a successor. */
type ProviderIdentity = { subject: string; address: string };

export const PROVIDER_RETURN = '/sign-in/company/back';

/** PATIENCE: seconds in which the provider has to answer. FRESH: milliseconds for which its configuration is cached. */
const PATIENCE = 10;
const FRESH = 3_600_000;

const checksSchema = v.object({ state: v.string(), nonce: v.string(), verifier: v.string() });

/** @returns undefined where no provider is set */
export function openProvider(settings: Settings): Provider | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret, DESK_URL } = settings;
  if (issuer === undefined || clientId === undefined || secret === undefined) return undefined;
  const configuration = cached(() => discover({ issuer, clientId, secret }));
  return {
    begin: async () => {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
      const [state, nonce, verifier] = [random(), random(), random()];
      const address = buildAuthorizationUrl(await configuration(), {
        redirect_uri: `${DESK_URL}${PROVIDER_RETURN}`,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { address: address.href, checks: JSON.stringify({ state, nonce, verifier }) };
    },
    finish: async (answer, checks) => {
      const { authorizationCodeGrant } = await import('openid-client');
      const { state, nonce, verifier } = v.parse(checksSchema, JSON.parse(checks));
      const returned = new URL(`${DESK_URL}${PROVIDER_RETURN}?${answer}`);
      const expected = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const tokens = await authorizationCodeGrant(await configuration(), returned, expected);
      return identityOf(tokens.claims(), settings.OIDC_EMAIL_VERIFIED === 'required');
    },
  };
}

/**
 * @param strict whether the provider has to say that it verified the address. Otherwise a missing claim is accepted, since the company's own provider knows
 * the addresses that it gives out. A claim other than `true`, such as the text "false", is never accepted.
 * @throws when the claims do not name a person
 */
function identityOf(claims: IDToken | undefined, strict: boolean): ProviderIdentity {
  if (typeof claims?.sub !== 'string' || claims.sub.trim() === '') throw new Error('the provider names no subject');
  const { email, email_verified: verified } = claims;
  if (typeof email !== 'string') throw new Error('the provider names no e-mail address');
  // Other characters may look like the letters of an account's address.
  if (email !== email.normalize('NFKC')) throw new Error('the provider’s e-mail address is not written in plain letters');
  if (verified !== true && (strict || verified !== undefined)) throw new Error('the provider did not verify the e-mail address');
  return { subject: `${claims.iss} ${claims.sub}`, address: email };
}

/** The cause of a failure of the provider, for the log: a code or our own words, never what the provider sent. */
export function providerFault(error: unknown): string {
  const { code, name, message, cause } = error as { code?: unknown; name?: string; message?: string; cause?: { code?: unknown } };
  if (typeof code === 'string') return typeof cause?.code === 'string' ? `${code}, ${cause.code}` : code;
  return name === 'Error' && message !== undefined ? message : (name ?? 'unknown');
}

type Client = { issuer: string; clientId: string; secret: string };

async function discover({ issuer, clientId, secret }: Client): Promise<Configuration> {
  const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await import('openid-client');
  const address = new URL(issuer);
  // The settings allow http for localhost alone.
  const insecure = address.protocol === 'http:' ? [allowInsecureRequests] : [];
  // Checks the signatures of tokens: by default the library relies on TLS instead.
  const execute = [enableNonRepudiationChecks, ...insecure];
  return discovery(address, clientId, secret, undefined, { execute, timeout: PATIENCE });
}

/** Caches a result for FRESH milliseconds; a failure is not cached. */
function cached<T>(read: () => Promise<T>): () => Promise<T> {
  let known: { value: Promise<T>; until: number } | undefined;
  return () => {
    if (known === undefined || performance.now() > known.until) {
      const value = read();
      known = { value, until: performance.now() + FRESH };
      value.catch(() => (known = undefined));
    }
    return known.value;
  };
}

function random(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The account of a person whom the provider names. The first sign-in finds it by address and binds it to the provider's id of the person, by which it is
 * found from then on. An account that is bound to another id of the same provider belongs to somebody who had the address before.
 * @returns the account's id; undefined where no open account matches
 */
export async function accountAtProvider(tx: Tx, { subject, address }: ProviderIdentity): Promise<string | undefined> {
  const known = await findBySubject(tx, subject);
  if (known !== undefined) return known.state === 'revoked' ? undefined : known.id;
  const account = await findByAddress(tx, address);
  if (account === undefined || account.state === 'revoked') return undefined;
  const bound = account.provider_subject;
  if (bound !== null && issuerOf(bound) === issuerOf(subject)) return undefined;
  return (await bindSubject(tx, account, subject)) ? account.id : undefined;
}

function issuerOf(subject: string): string | undefined {
  return subject.split(' ')[0];
}
