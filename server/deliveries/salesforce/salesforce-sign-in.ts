import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { plainText } from '../../kernel/plain-text.ts';
import { SettingsError } from '../../settings/setting-values.ts';
import type { Settings } from '../../settings/settings.ts';
import { readJson } from '../crm/crm-call.ts';
import type { PostRequest } from '../post-request.ts';
import { retryAfterOf, type DeliveryOutcome } from '../sending.ts';

export type SalesforceAccount = { loginUrl: string; clientId: string; username: string; key: KeyObject };

export type SalesforceSession = { token: string; instance: string };

export type SalesforceSignIn = {
  /** The current session or a new one, or the outcome of a refused sign-in. */
  session: (signal: AbortSignal) => Promise<SalesforceSession | { refused: DeliveryOutcome }>;
  /** Drops a session that was refused: the next call signs in again. */
  forget: (session: SalesforceSession) => void;
};

/** Seconds for which an assertion is valid: Salesforce accepts at most three minutes. */
const VALID = 120;

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** OAuth 2.0 with a JWT (RFC 7523), as Salesforce documents it. Its tokens have no stated end: one is kept in memory until it is refused. */
export function salesforceSignIn({
  post,
  now,
  ...account
}: SalesforceAccount & { post: PostRequest; now: () => number }): SalesforceSignIn {
  let current: SalesforceSession | undefined;
  return {
    session: async (signal) => {
      if (current !== undefined) return current;
      const assertion = signedAssertion(account, now());
      const answer = await post(`${account.loginUrl}/services/oauth2/token`, {
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: new URLSearchParams({ grant_type: GRANT, assertion }).toString(),
        signal,
        most: 65_536,
      });
      const document = (readJson(answer.answer) ?? {}) as Answer;
      const { access_token: token = '', instance_url: instance = '', error = '', error_description: words = '' } = document;
      const retryAfter = retryAfterOf(answer.headers['retry-after'], now());
      const refusal = (why: string) => ({
        refused: { taken: false, status: answer.status, error: `sign-in: ${plainText(why, 200)}`, answer: null, retryAfter },
      });
      if (answer.status !== 200) return refusal(`HTTP ${answer.status} ${error} ${words}`);
      if (token === '') return refusal('the answer has no token');
      if (!isSalesforce(instance, account.loginUrl)) return refusal(`${instance} is no address of Salesforce`);
      current = { token, instance: new URL(instance).origin };
      return current;
    },
    forget: (session) => {
      if (current === session) current = undefined;
    },
  };
}

type Answer = { access_token?: string; instance_url?: string; error?: string; error_description?: string };

/** Whether the token may be sent to this address: over TLS to Salesforce's domains, or to the address of the sign-in. */
export function isSalesforce(instance: string, loginUrl: string): boolean {
  if (!URL.canParse(instance)) return false;
  const { protocol, hostname, origin, username, password } = new URL(instance);
  if (username !== '' || password !== '') return false;
  return origin === loginUrl || (protocol === 'https:' && /\.(salesforce\.com|force\.com|salesforce\.mil)$/.test(hostname));
}

export function signedAssertion({ loginUrl, clientId, username, key }: SalesforceAccount, now: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: clientId, sub: username, aud: loginUrl, exp: Math.floor(now / 1000) + VALID };
  const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`;
}

/**
 * @returns undefined when Salesforce is not set up
 * @throws SettingsError when the key cannot be read
 */
export function salesforceAccount(settings: Settings): SalesforceAccount | undefined {
  const { SALESFORCE_KEY: path, SALESFORCE_CLIENT_ID: clientId, SALESFORCE_USERNAME: username, SALESFORCE_LOGIN_URL: loginUrl } = settings;
  if (path === undefined || clientId === undefined || username === undefined) return undefined;
  return { loginUrl, clientId, username, key: keyIn(path) };
}

function keyIn(path: string): KeyObject {
  try {
    const key = createPrivateKey(readFileSync(path));
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    // The error below covers this case.
  }
  throw new SettingsError(
    `SALESFORCE_KEY=${path}: a file with an RSA private key in PEM, without a password, which this user may read, is needed. Example: SALESFORCE_KEY=/etc/salesforce.pem`,
  );
}
