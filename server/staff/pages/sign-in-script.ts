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
