import type { FastifyReply } from 'fastify';
import { roleNames } from '../../../contract/desk/roles.ts';
import type { Staff } from '../../http/desk-route.ts';
import type { StaffPasskeyRow, StaffSessionRow } from '../../store/tables/staff-tables.ts';
import { markup, sendDeskPage } from './page.ts';
import { list } from './sign-in-pages.ts';

type Shown = {
  staff: Staff;
  sessions: readonly StaffSessionRow[];
  passkeys: readonly StaffPasskeyRow[];
  /** Whether the sign-in is recent enough to change passkeys and sessions. */
  isFresh: boolean;
  /** Whether the desk can be used only after signing in with a passkey. */
  isRequired: boolean;
};

export const lastPasskey =
  'This is your only passkey, and here the desk opens with one alone: add another, then remove this one. If it is lost, an administrator removes it under People.';

/** The page on which staff manage their own account. */
export function showAccount(reply: FastifyReply, { staff, sessions, passkeys, isFresh, isRequired }: Shown): FastifyReply {
  const sessionItems = sessions.map(
    ({
      id,
      device,
      seen_at: seen,
    }) => markup`<li><span>${device}<small>${id === staff.session.id ? 'This browser' : `Last used ${time(seen)}`}</small></span>
${id === staff.session.id || !isFresh ? '' : button('/account/end-session', id, 'End')}</li>`,
  );
  const isLast = isRequired && passkeys.length === 1;
  const passkeyItems = passkeys.map(
    ({
      id,
      name,
      used_at: used,
    }) => markup`<li><span>${name}<small>${used === null ? 'Never used' : `Last used ${time(used)}`}</small>${isLast ? markup`<small>${lastPasskey}</small>` : ''}</span>
${isFresh && !isLast ? button('/account/remove-passkey', id, 'Remove') : ''}</li>`,
  );
  const adding = markup`<p role="alert" id="fault"></p><p><button type="button" id="new-passkey" hidden>Add a passkey</button></p>`;
  const again = markup`<p><a href="/sign-in">Sign in again</a> to add or remove one, or to end a session elsewhere: that needs a sign-in of the last ten minutes.</p>`;
  const body = markup`${person(staff)}
<h2>Passkeys</h2>
${list(passkeyItems, 'None yet.')}
${isFresh ? adding : again}
<h2>Signed in</h2>
${list(sessionItems, '')}
${signingOut}`;
  return sendDeskPage(reply, { title: 'Your account', body, ...(isFresh && { script: true }) });
}

/** Shown instead of the desk to staff who signed in without a passkey where one is required. */
export function showPasskeyNeeded(reply: FastifyReply, staff: Staff, isFresh: boolean): FastifyReply {
  const isFirst = staff.lacks === 'first passkey';
  const body = markup`${person(staff)}${isFirst ? (isFresh ? firstPasskey : late) : ownPasskey}${signingOut}`;
  return sendDeskPage(reply, {
    title: isFirst ? 'Add a passkey' : 'Sign in with your passkey',
    body,
    ...(isFirst && isFresh && { script: true }),
  });
}

const why = markup`<p>Here the desk opens with a passkey alone: a link is only as safe as a mailbox.</p>`;

const firstPasskey = markup`${why}
<p>Add one on this device, or on your phone or security key. Then sign in with it.</p>
<p role="alert" id="fault"></p><p><button type="button" id="new-passkey" hidden>Add a passkey</button></p>
<p><small>No button here? This browser has no passkeys: sign in with a current one.</small></p>`;

const late = markup`${why}
<p>You have none yet, and to add one needs a sign-in of the last ten minutes.</p>
<p><a class="button" href="/sign-in">Sign in again</a></p>`;

const ownPasskey = markup`${why}
<p>Your account has one. Sign in with it to go on.</p>
<p><a class="button" href="/sign-in">Sign in with your passkey</a></p>
<p>Is it lost? An administrator removes it under People; then the next link lets you add another.</p>`;

const signingOut = markup`<form method="post" action="/account/sign-out"><button class="plain">Sign out</button></form>`;

function person({ name, address, roles }: Staff) {
  return markup`<p>${name}, ${address}<br>${roles.map((role) => roleNames[role]).join(', ')}</p>`;
}

function button(action: string, id: string, words: string) {
  return markup`<form method="post" action="${action}"><input type="hidden" name="id" value="${id}"><button class="plain">${words}</button></form>`;
}

function time(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
