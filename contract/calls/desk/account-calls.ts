import * as v from 'valibot';
import { limits } from '../../limits.ts';
import { defineCall } from './call.ts';
import { permissions, roles, type Permission } from '../../desk/roles.ts';

const nothing = v.object({});
const done = v.object({});
const id = v.pipe(v.string(), v.maxLength(64));
const at = v.pipe(v.number(), v.description('Milliseconds since the epoch'));

const rolesSchema = v.pipe(v.array(v.picklist(roles)), v.minLength(1, 'Choose at least one role'));
const personName = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'Name is required'),
  v.maxLength(limits.line, 'Name is too long'),
  v.regex(/^\P{Cc}*$/u, 'A name is one line'),
);
const workAddress = v.pipe(v.string(), v.trim(), v.maxLength(limits.email), v.email('Enter a valid e-mail address'));

/** How somebody signed in. `first`: by the link that the first start of the server prints. */
const signInWays = ['first', 'invitation', 'link', 'passkey', 'provider'] as const;

const session = v.object({
  id,
  signedInAt: at,
  seenAt: at,
  /** When the session ends at the latest. */
  endsAt: at,
  way: v.picklist(signInWays),
  /** Browser and operating system, as far as the browser names them. */
  device: v.string(),
  current: v.boolean(),
});

const person = v.object({
  id,
  name: v.string(),
  address: v.string(),
  roles: v.array(v.picklist(roles)),
  state: v.picklist(['invited', 'active', 'revoked']),
  passkeys: v.number(),
  sessions: v.number(),
  seenAt: v.nullable(at),
  away: v.pipe(v.boolean(), v.description('New leads go to others in turn')),
  newAddress: v.pipe(
    v.nullable(v.object({ address: v.string(), askedAt: at, expiresAt: at })),
    v.description('A work address that waits for the press on its link'),
  ),
});

const signImage = v.object({ src: v.string(), srcSet: v.optional(v.string()), width: v.number(), height: v.number() });

export const me = defineCall({
  name: 'me',
  method: 'GET',
  path: '/api/me',
  about: 'Who is signed in, and what they may do.',
  access: 'staff',
  beforePasskey: 'always',
  input: nothing,
  output: v.object({
    id,
    name: v.string(),
    address: v.string(),
    roles: v.array(v.picklist(roles)),
    permissions: v.array(v.picklist(Object.keys(permissions) as Permission[])),
    company: v.pipe(v.string(), v.description('Name of the company, as its mails say it')),
    sign: v.pipe(
      v.nullable(v.object({ light: signImage, dark: v.nullable(signImage) })),
      v.description('The company’s sign as it was uploaded: `dark` only where dark pages have another. Null: the one that ships'),
    ),
    sendsMail: v.pipe(v.boolean(), v.description('Whether mails leave the server; otherwise they become files there')),
    needsPasskey: v.pipe(v.boolean(), v.description('Whether nothing else is answered before a sign-in by passkey')),
    changeSeq: v.pipe(v.number(), v.description('Number of the last change of a lead: what is read after this call misses none of before')),
    session,
  }),
});

export const signOut = defineCall({
  name: 'sign-out',
  method: 'POST',
  path: '/api/sign-out',
  about: 'Ends the session that asks.',
  access: 'staff',
  only: 'own account',
  changesAccess: true,
  action: 'signed out',
  beforePasskey: 'always',
  input: nothing,
  output: done,
});

export const listSessions = defineCall({
  name: 'sessions.list',
  method: 'GET',
  path: '/api/sessions',
  about: 'Where the account that asks is signed in.',
  access: 'staff',
  input: nothing,
  output: v.object({ sessions: v.array(session) }),
});

export const revokeSession = defineCall({
  name: 'sessions.revoke',
  method: 'POST',
  path: '/api/sessions/:id/revoke',
  about: 'Ends another session of the account that asks.',
  access: 'staff',
  only: 'own account',
  changesAccess: true,
  action: 'session ended',
  fresh: true,
  input: v.object({ id }),
  output: done,
});

export const listColleagues = defineCall({
  name: 'colleagues.list',
  method: 'GET',
  path: '/api/colleagues',
  about: 'The names behind the accounts that leads and notes name.',
  access: 'staff',
  input: nothing,
  output: v.object({ colleagues: v.array(v.object({ id, name: v.string(), roles: v.array(v.picklist(roles)), revoked: v.boolean() })) }),
});

export const listPeople = defineCall({
  name: 'people.list',
  method: 'GET',
  path: '/api/people',
  about: 'The staff: roles, passkeys, and who is signed in.',
  access: 'people.read',
  input: nothing,
  output: v.object({ people: v.array(person) }),
});

export const invitePerson = defineCall({
  name: 'people.invite',
  method: 'POST',
  path: '/api/people',
  about: 'Makes an account and writes to its address where to sign in.',
  access: 'people.manage',
  action: 'account invited',
  fresh: true,
  tells: 'people.manage',
  input: v.object({ name: personName, address: workAddress, roles: rolesSchema }),
  output: v.object({ id }),
});

export const makeInvitationLink = defineCall({
  name: 'people.invitation-link',
  method: 'POST',
  path: '/api/people/:id/invitation-link',
  about:
    'Where the server sends no mail: makes the link of an invitation, to be handed over. One that was made before does nothing any more.',
  access: 'people.manage',
  action: 'invitation link made',
  fresh: true,
  tells: 'people.manage',
  input: v.object({ id }),
  output: v.object({ link: v.string() }),
});

export const changePerson = defineCall({
  name: 'people.change',
  method: 'POST',
  path: '/api/people/:id',
  about: 'Gives an account another name or other roles, which hold from its next call, or says that somebody is away.',
  access: 'people.manage',
  changesAccess: true,
  action: 'account changed',
  fresh: true,
  tells: 'people.manage',
  input: v.object({
    id,
    name: v.optional(personName),
    roles: v.optional(rolesSchema),
    away: v.optional(v.boolean()),
    was: v.pipe(
      v.optional(v.array(v.picklist(roles))),
      v.description('The roles that were seen: where they are others by now, nothing changes'),
    ),
  }),
  output: done,
});

export const changeAddress = defineCall({
  name: 'people.change-address',
  method: 'POST',
  path: '/api/people/:id/address',
  about:
    'Writes a link to the new work address of an account. The address holds once the link is pressed; the old one is told, and sessions end.',
  access: 'people.manage',
  action: 'address change asked',
  fresh: true,
  tells: 'people.manage',
  input: v.object({ id, address: workAddress }),
  output: done,
});

export const withdrawAddress = defineCall({
  name: 'people.withdraw-address',
  method: 'POST',
  path: '/api/people/:id/address/withdraw',
  about: 'Takes back a new work address whose link was not pressed yet: the link does nothing any more.',
  access: 'people.manage',
  action: 'address change withdrawn',
  input: v.object({ id }),
  output: done,
});

export const signOutPerson = defineCall({
  name: 'people.sign-out',
  method: 'POST',
  path: '/api/people/:id/sign-out',
  about: 'Ends every session of an account, which stays open.',
  access: 'people.manage',
  changesAccess: true,
  action: 'sessions ended',
  input: v.object({ id }),
  output: done,
});

export const removePasskeysOfPerson = defineCall({
  name: 'people.remove-passkeys',
  method: 'POST',
  path: '/api/people/:id/remove-passkeys',
  about: 'Removes every passkey of an account, for somebody who lost theirs, and ends its sessions. A link then adds another.',
  access: 'people.manage',
  changesAccess: true,
  action: 'passkeys removed',
  fresh: true,
  tells: 'people.manage',
  input: v.object({ id }),
  output: done,
});

export const revokePerson = defineCall({
  name: 'people.revoke',
  method: 'POST',
  path: '/api/people/:id/revoke',
  about: 'Closes an account and ends its sessions. Inviting its address again opens it.',
  access: 'people.manage',
  changesAccess: true,
  action: 'account revoked',
  fresh: true,
  tells: 'people.manage',
  input: v.object({ id }),
  output: done,
});

export const handOverCall = defineCall({
  name: 'people.hand-over',
  method: 'POST',
  path: '/api/people/:id/hand-over',
  about: 'Gives every lead, message and application of an account to another one, or to nobody.',
  access: 'people.manage',
  action: 'requests handed over',
  tells: 'people.manage',
  fresh: true,
  input: v.object({ id, to: v.nullable(id) }),
  output: v.object({ handed: v.number() }),
});

export const accountCalls = [
  me,
  signOut,
  listSessions,
  revokeSession,
  listColleagues,
  listPeople,
  invitePerson,
  makeInvitationLink,
  changePerson,
  changeAddress,
  withdrawAddress,
  signOutPerson,
  removePasskeysOfPerson,
  revokePerson,
  handOverCall,
] as const;
