import type { FastifyReply } from 'fastify';
import { roleNames } from '../../../contract/desk/roles.ts';
import type { Staff } from '../../http/desk-route.ts';
import type { StaffPasskeyRow, StaffSessionRow } from '../../store/staff-schema.ts';
import { markup, sendDeskPage } from './page.ts';
import { list } from './sign-in-pages.ts';

type Shown = {
  staff: Staff;
  sessions: readonly StaffSessionRow[];
  passkeys: readonly StaffPasskeyRow[];
  /** Whether the sign-in is recent enough to change how one signs in. */
  isFresh: boolean;
};

/** What somebody can do about their own account. */
export function showAccount(reply: FastifyReply, { staff, sessions, passkeys, isFresh }: Shown): FastifyReply {
  const sessionItems = sessions.map(
    ({
      id,
      device,
      seen_at: seen,
    }) => markup`<li><span>${device}<small>${id === staff.session.id ? 'This browser' : `Last used ${time(seen)}`}</small></span>
${id === staff.session.id ? '' : button('/account/end-session', id, 'End')}</li>`,
  );
  const passkeyItems = passkeys.map(
    ({
      id,
      name,
      used_at: used,
    }) => markup`<li><span>${name}<small>${used === null ? 'Never used' : `Last used ${time(used)}`}</small></span>
${isFresh ? button('/account/remove-passkey', id, 'Remove') : ''}</li>`,
  );
  const adding = markup`<p role="alert" id="fault"></p><p><button type="button" id="new-passkey" hidden>Add a passkey</button></p>`;
  const again = markup`<p><a href="/sign-in">Sign in again</a> to add or remove one: that needs a sign-in of the last ten minutes.</p>`;
  const body = markup`<p>${staff.name}, ${staff.address}<br>${staff.roles.map((role) => roleNames[role]).join(', ')}</p>
<h2>Passkeys</h2>
${list(passkeyItems, 'None yet.')}
${isFresh ? adding : again}
<h2>Signed in</h2>
${list(sessionItems, '')}
<form method="post" action="/account/sign-out"><button class="plain">Sign out</button></form>`;
  return sendDeskPage(reply, { title: 'Your account', body, ...(isFresh && { script: true }) });
}

function button(action: string, id: string, words: string) {
  return markup`<form method="post" action="${action}"><input type="hidden" name="id" value="${id}"><button class="plain">${words}</button></form>`;
}

function time(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
