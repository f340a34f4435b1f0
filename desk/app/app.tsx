import { useEffect, useMemo } from 'react';
import { me } from '../../contract/calls/desk/account-calls.ts';
import { AccountContext } from '../account/account-context.ts';
import { goToSignIn, takeReturn } from '../account/return-address.ts';
import { useCall } from '../data/queries.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { DeskSign } from '../parts/desk-sign.tsx';
import { DeskShell } from '../shell/desk-shell.tsx';
import { navigate, usePath } from '../router/navigation.ts';
import { viewAt, viewsFor } from './views.ts';
import styles from './app.module.css';

/** Reads the account. Without a session it goes to the sign-in page, which returns to this address. */
export function App() {
  const path = usePath();
  const { data: account, error, failureReason, refetch } = useCall(me, {});
  const roles = account?.roles;
  const views = useMemo(() => viewsFor(roles ?? []), [roles]);
  const isOut = account === undefined && error?.kind === 'signed out';
  const needsPasskey = account?.needsPasskey === true;
  useEffect(() => {
    if (isOut) goToSignIn();
    // The account page explains why a passkey is needed, and how to add one.
    if (needsPasskey) goToSignIn('/account');
  }, [isOut, needsPasskey]);
  if (account !== undefined && !needsPasskey) {
    return (
      <AccountContext value={account}>
        <Begin first={views[0]?.path} />
        <DeskShell views={views} found={viewAt(path)} />
      </AccountContext>
    );
  }
  const fault = isOut || needsPasskey ? null : (error ?? failureReason);
  return (
    <main className={`stack gap-4 ${styles.start}`} aria-busy={fault === null}>
      <DeskSign />
      <FaultAlert fault={fault} title="The desk does not answer" onRetry={() => void refetch()} />
    </main>
  );
}

/** The desk's root address: goes to the address remembered before the sign-in, or to the first view that the roles allow. */
function Begin({ first }: { first: string | undefined }) {
  const path = usePath();
  useEffect(() => {
    if (path === '/' && first !== undefined) navigate(takeReturn() ?? first, { replace: true });
  }, [path, first]);
  return null;
}
