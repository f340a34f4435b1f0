import * as v from 'valibot';
import { defineCall } from './call.ts';

const nothing = v.object({});
const at = v.pipe(v.number(), v.description('Milliseconds since the epoch'));
const base64url = v.pipe(v.string(), v.maxLength(16_384), v.regex(/^[\w-]*$/));
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(1400), v.regex(/^[\w-]+$/));

/** The result of a browser's `PublicKeyCredential.toJSON`: binary values are base64url. */
const credential = { id, rawId: id, type: v.literal('public-key') };

export const beginPasskey = defineCall({
  name: 'passkeys.begin',
  method: 'POST',
  path: '/api/sign-in/passkey/begin',
  about: 'Begins a sign-in by a passkey: what the browser’s credentials.get takes, as JSON.',
  access: 'anyone',
  input: nothing,
  output: v.object({
    challenge: base64url,
    rpId: v.string(),
    timeout: v.number(),
    userVerification: v.literal('required'),
  }),
});

export const finishPasskey = defineCall({
  name: 'passkeys.finish',
  method: 'POST',
  path: '/api/sign-in/passkey',
  about: 'Signs in by what the browser’s credentials.get returned.',
  access: 'anyone',
  changesAccess: true,
  input: v.object({
    ...credential,
    response: v.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: v.optional(v.nullable(base64url)),
    }),
  }),
  output: nothing,
});

export const listPasskeys = defineCall({
  name: 'passkeys.list',
  method: 'GET',
  path: '/api/passkeys',
  about: 'The passkeys of the account that asks.',
  access: 'staff',
  input: nothing,
  output: v.object({ passkeys: v.array(v.object({ id, name: v.string(), createdAt: at, usedAt: v.nullable(at) })) }),
});

export const beginNewPasskey = defineCall({
  name: 'passkeys.begin-new',
  method: 'POST',
  path: '/api/passkeys/begin',
  about: 'Begins another passkey: what the browser’s credentials.create takes, as JSON.',
  access: 'staff',
  only: 'own account',
  beforePasskey: 'first passkey',
  fresh: true,
  input: nothing,
  output: v.object({
    challenge: base64url,
    rp: v.object({ id: v.string(), name: v.string() }),
    user: v.object({ id: base64url, name: v.string(), displayName: v.string() }),
    pubKeyCredParams: v.array(v.object({ type: v.literal('public-key'), alg: v.number() })),
    excludeCredentials: v.array(v.object({ type: v.literal('public-key'), id })),
    authenticatorSelection: v.object({ residentKey: v.literal('required'), userVerification: v.literal('required') }),
    attestation: v.literal('none'),
    timeout: v.number(),
  }),
});

export const addPasskey = defineCall({
  name: 'passkeys.add',
  method: 'POST',
  path: '/api/passkeys',
  about: 'Adds what the browser’s credentials.create returned.',
  access: 'staff',
  only: 'own account',
  changesAccess: true,
  beforePasskey: 'first passkey',
  action: 'passkey added',
  fresh: true,
  input: v.object({
    ...credential,
    response: v.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: v.optional(v.array(v.pipe(v.string(), v.maxLength(32))), []),
    }),
  }),
  output: v.object({ id }),
});

export const removePasskey = defineCall({
  name: 'passkeys.remove',
  method: 'POST',
  path: '/api/passkeys/:id/remove',
  about: 'Removes a passkey of the account that asks.',
  access: 'staff',
  only: 'own account',
  action: 'passkey removed',
  fresh: true,
  input: v.object({ id }),
  output: nothing,
});

export const passkeyCalls = [beginPasskey, finishPasskey, listPasskeys, beginNewPasskey, addPasskey, removePasskey] as const;
