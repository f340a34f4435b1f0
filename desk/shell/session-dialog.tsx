import { useEffect, useEffectEvent } from 'react';
import { me } from '../../contract/calls/desk/account-calls.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useSignedIn } from '../account/account-context.ts';
import { sessionState } from '../account/session-state.ts';
import { callServer } from '../data/call-server.ts';
import { queries, queryOf } from '../data/queries.ts';
import { notify } from '../parts/notice.ts';

/** Milliseconds between two checks whether the user has signed in in another tab. */
const PAUSE = 2000;

/** A dialog to sign in again in a new tab, so that this tab keeps its unsaved input. */
export function SessionDialog() {
  const state = sessionState.use();
  const account = useSignedIn();
  const look = useEffectEvent(async () => {
    const now = await callServer(me, {}, { isRefresh: true }).catch(() => undefined);
    if (now === undefined || now.needsPasskey || (state === 'again' && now.session.signedInAt <= account.session.signedInAt)) return;
    // Another account signed in: a reload hides the first one's data.
    if (now.id !== account.id) return location.reload();
    sessionState.set('going');
    queries.setQueryData(queryOf(me, {}).queryKey, now);
    void queries.invalidateQueries();
    notify(state === 'again' ? 'Signed in. Press once more.' : 'Signed in. Go on where you were.');
  });
  useEffect(() => {
    if (state === 'going') return;
    const timer = setInterval(() => void look(), PAUSE);
    const soon = () => void look();
    addEventListener('focus', soon);
    return () => {
      clearInterval(timer);
      removeEventListener('focus', soon);
    };
  }, [state]);
  return (
    <Dialog
      open={state !== 'going'}
      onClose={() => sessionState.set('going')}
      closesOutside={false}
      size="narrow"
      title={state === 'again' ? 'Sign in again for this' : 'Your session has ended'}
    >
      <div className="stack gap-2 items-start">
        <p>
          {state === 'again'
            ? 'What you asked for needs a sign-in of the last minutes. Everything here stays as it is meanwhile.'
            : 'You were away for a while, or the session was ended elsewhere. Everything you typed stays here.'}
        </p>
        <ButtonLink href="/sign-in" target="_blank" rel="noopener">
          Sign in in a new tab
        </ButtonLink>
        <p className="faint">
          {state === 'again' ? 'Then come back to this tab, and press once more.' : 'This tab goes on by itself once you are in.'}
        </p>
      </div>
    </Dialog>
  );
}
