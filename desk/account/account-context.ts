import { createContext, use } from 'react';
import type { me } from '../../contract/calls/desk/account-calls.ts';
import type { CallOutput } from '../../contract/calls/desk/call.ts';
import { present } from '../../contract/checked.ts';

export type SignedIn = CallOutput<typeof me>;

export const AccountContext = createContext<SignedIn | undefined>(undefined);

/** The account that is signed in. Always set inside the shell. */
export function useSignedIn(): SignedIn {
  return present(use(AccountContext));
}
