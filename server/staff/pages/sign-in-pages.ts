import type { FastifyReply } from 'fastify';
import { markup, sendDeskPage, type Markup } from './page.ts';

/** @param company whether only the company's own provider signs in */
export function showSignIn(reply: FastifyReply, company: boolean, fault?: string): FastifyReply {
  const alert = markup`<p role="alert" id="fault">${fault ?? ''}</p>`;
  const passkey = markup`<p><button type="button" id="passkey" hidden>Sign in with a passkey</button></p>`;
  const link = markup`<form method="post" action="/sign-in/link/ask">
<label for="address">Work address</label>
<input id="address" name="address" type="email" autocomplete="username webauthn" required maxlength="254">
<button class="plain">Send me a link</button>
</form>`;
  const provider = markup`<p><a class="button" href="/sign-in/company">Sign in with the company&rsquo;s account</a></p>`;
  const body = markup`${alert}${company ? provider : markup`${passkey}${link}`}`;
  const status = fault === undefined ? 200 : 422;
  return sendDeskPage(reply, { title: 'Sign in', body, status, ...(!company && { script: true }) });
}

/** Shown instead of the sign-in page while nobody can sign in. */
export function showNobodyYet(reply: FastifyReply): FastifyReply {
  const body = markup`<p>Nobody has an account yet. Until then each start of the server writes a link in its terminal. It works once: whoever opens it becomes the administrator, and invites the others.</p>
<p>No link there, or too old? On the server this prints another, good for a day:</p>
<p><code>npm run desk -- link</code></p>
<p><a class="button" href="/sign-in">Look again</a></p>`;
  return sendDeskPage(reply, { title: 'The desk has no administrator yet', body });
}

/** @param sendsMail whether mails leave the server; otherwise they become files there */
export function showSent(reply: FastifyReply, sendsMail: boolean): FastifyReply {
  const works = 'It works once, for 10 minutes, in this browser.';
  const body = sendsMail
    ? markup`<p>If the address belongs to an account, a link is on its way. ${works}</p>
<p>Nothing came? Look in the spam folder, or <a href="/sign-in">ask again</a>. An administrator sees who has an account.</p>`
    : markup`<p>This server sends no mail yet. If the address belongs to an account, the link is in the newest file of the folder <code>mail</code> in <code>DATA_DIR</code>. ${works}</p>
<p>On the server this prints another:</p>
<p><code>npm run desk -- link ADDRESS</code></p>
<p>With a passkey you need no link: add one when you are in, behind your name. The setting <code>MAIL_URL</code> names a mail server.</p>`;
  return sendDeskPage(reply, { title: sendsMail ? 'Look in your mailbox' : 'Your link is a file', body });
}

/** A button signs in. Opening the link does nothing, since mail scanners open links. */
export function showPress(reply: FastifyReply, { title, action, values, words, button = 'Sign in' }: Press): FastifyReply {
  const fields = Object.entries(values).map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`);
  return sendDeskPage(reply, {
    title,
    body: markup`<p>${words}</p><form method="post" action="${action}">${fields}<button>${button}</button></form>`,
  });
}

type Press = { title: string; action: string; values: Readonly<Record<string, string>>; words: string; button?: string };

const faults = {
  unknown: [404, 'This link is not known', 'It is not complete, or a newer one took its place.'],
  expired: [410, 'This link is too old', 'Links work for a short time only.'],
  used: [410, 'This link was used', 'Each works once.'],
  invited: [
    410,
    'This invitation is over',
    'It signs in once, within three days. Your account is there all the same: sign in by a link to your work address.',
  ],
  elsewhere: [
    403,
    'Open the link where you asked for it',
    'It works in the browser that asked for it, so that nobody else can use it. Or ask for one here.',
  ],
  taken: [409, 'This address cannot be used', 'Another account has it, or this one was closed. An administrator can say more.'],
  away: [503, 'The company’s provider does not answer', 'Try again in a moment.'],
  refused: [403, 'That did not sign you in', 'No open account of the desk has this address. An administrator can invite it.'],
} as const;

export type SignInFault = keyof typeof faults;

export function showSignInFault(reply: FastifyReply, fault: SignInFault): FastifyReply {
  const [status, title, words] = faults[fault];
  reply.log.warn({ reason: fault }, 'a sign-in at the desk was refused');
  return sendDeskPage(reply, { title, status, body: markup`<p>${words}</p><p><a class="button" href="/sign-in">Sign in</a></p>` });
}

export function showAddressChanged(reply: FastifyReply): FastifyReply {
  const body = markup`<p>Sign in with it from now on.</p><p><a class="button" href="/sign-in">Sign in</a></p>`;
  return sendDeskPage(reply, { title: 'Your address is changed', body });
}

/** @param typed the input that `fault` is about */
export function showWelcome(reply: FastifyReply, fault?: string, typed = { name: '', address: '' }): FastifyReply {
  const body = markup`<p role="alert">${fault ?? ''}</p>
<p>You are the administrator of the desk. Say who you are: colleagues see your name, and from now on you sign in by a link to your work address, or by a passkey.</p>
<form method="post" action="/welcome">
<label for="name">Name</label><input id="name" name="name" autocomplete="name" required maxlength="120" value="${typed.name}">
<label for="address">Work address</label><input id="address" name="address" type="email" autocomplete="email" required maxlength="254" value="${typed.address}">
<button>Go on</button>
</form>`;
  return sendDeskPage(reply, { title: 'Welcome', body, status: fault === undefined ? 200 : 422 });
}

export function list(items: readonly Markup[], none: string): Markup {
  return items.length === 0 ? markup`<p>${none}</p>` : markup`<ul>${items}</ul>`;
}

/** Script for passkeys on the sign-in pages: passes the browser's credentials on as JSON. Served as it is. */
export const signInScript = `const fault = document.getElementById('fault');

async function call(path, input) {
  const answer = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) });
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.detail || body.title);
  return body;
}

function offer(id, act) {
  const button = document.getElementById(id);
  if (!button || !window.PublicKeyCredential || !PublicKeyCredential.parseRequestOptionsFromJSON) return;
  button.hidden = false;
  button.addEventListener('click', async () => {
    fault.textContent = '';
    button.disabled = true;
    try {
      await act();
    } catch (error) {
      fault.textContent = error.name === 'NotAllowedError' ? 'Nothing happened: the browser was told no, or waited too long.' : error.message;
    }
    button.disabled = false;
  });
}

offer('passkey', async () => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await call('/api/sign-in/passkey/begin', {}));
  const credential = await navigator.credentials.get({ publicKey });
  await call('/api/sign-in/passkey', credential.toJSON());
  location.replace('/');
});

offer('new-passkey', async () => {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await call('/api/passkeys/begin', {}));
  const credential = await navigator.credentials.create({ publicKey });
  await call('/api/passkeys', credential.toJSON());
  location.reload();
});
`;
