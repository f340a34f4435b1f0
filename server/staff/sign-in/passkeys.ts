import type { AuthenticatorTransport } from '@simplewebauthn/server';
import type { addPasskey, finishPasskey } from '../../../contract/calls/desk/passkey-calls.ts';
import type { CallRequest } from '../../../contract/calls/desk/call.ts';
import type { StaffPasskeyRow } from '../../store/tables/staff-tables.ts';
import type { Store, Tx } from '../../store/store.ts';
import { lockAccounts } from '../accounts.ts';

/** Milliseconds that a browser waits for its user. */
export const PASSKEY_WAIT = 120_000;

/** COSE algorithm numbers: EdDSA, ES256 and RS256. */
export const ALGORITHMS = [-8, -7, -257];

type Expected = { challenge: string; deskUrl: string };

/** Checks that the answer was signed by the passkey, for this challenge, on a page of the desk, after verifying the user. @returns undefined if not */
export async function verifyPasskey(
  answer: CallRequest<typeof finishPasskey>,
  passkey: StaffPasskeyRow,
  { challenge, deskUrl }: Expected,
): Promise<{ counter: number } | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { userHandle, ...response } = answer.response;
  const checked = await verifyAuthenticationResponse({
    response: { ...answer, response: { ...response, ...(userHandle && { userHandle }) }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: deskUrl,
    expectedRPID: new URL(deskUrl).hostname,
    credential: { id: passkey.id, publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')), counter: passkey.counter },
    requireUserVerification: true,
  }).catch(() => undefined);
  return checked?.verified === true ? { counter: checked.authenticationInfo.newCounter } : undefined;
}

export type NewPasskey = Pick<StaffPasskeyRow, 'id' | 'public_key' | 'counter' | 'transports'>;

export async function verifyNewPasskey(
  answer: CallRequest<typeof addPasskey>,
  { challenge, deskUrl }: Expected,
): Promise<NewPasskey | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const transports = answer.response.transports as AuthenticatorTransport[];
  const checked = await verifyRegistrationResponse({
    response: { ...answer, response: { ...answer.response, transports }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: deskUrl,
    expectedRPID: new URL(deskUrl).hostname,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined);
  if (checked?.verified !== true) return undefined;
  const { id, publicKey, counter } = checked.registrationInfo.credential;
  return { id, public_key: Buffer.from(publicKey).toString('base64url'), counter, transports: JSON.stringify(transports) };
}

export async function passkeysOf(db: Tx, accountId: string): Promise<StaffPasskeyRow[]> {
  return db.selectFrom('staff_passkeys').selectAll().where('account_id', '=', accountId).orderBy('created_at').execute();
}

export async function findPasskey(db: Tx, id: string): Promise<StaffPasskeyRow | undefined> {
  return db.selectFrom('staff_passkeys').selectAll().where('id', '=', id).executeTakeFirst();
}

/** @returns how many were deleted */
export async function deletePasskeysOf(tx: Tx, accountId: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('staff_passkeys').where('account_id', '=', accountId).executeTakeFirst();
  return Number(numDeletedRows);
}

type Removing = { id: string; accountId: string; isRequired: boolean };

/**
 * Removes one of the passkeys of an account. The last one stays where passkeys are required: a new one that was added by a mailed link would be only as safe
 * as the mailbox.
 */
export async function removeOwnPasskey(
  tx: Tx,
  store: Pick<Store, 'dialect'>,
  { id, accountId, isRequired }: Removing,
): Promise<'removed' | 'unknown' | 'last'> {
  await lockAccounts(tx, store);
  const own = await passkeysOf(tx, accountId);
  if (!own.some((passkey) => passkey.id === id)) return 'unknown';
  if (isRequired && own.length === 1) return 'last';
  await tx.deleteFrom('staff_passkeys').where('id', '=', id).where('account_id', '=', accountId).execute();
  return 'removed';
}
