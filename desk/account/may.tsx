import type { ReactNode } from 'react';
import { mayCall, type Call } from '../../contract/calls/desk/call.ts';
import { useSignedIn } from './account-context.ts';

type Asked = Pick<Call, 'access' | 'method' | 'only'>;

/** Whether the roles of the signed-in user allow a call. */
export function useMay(call: Asked): boolean {
  return mayCall(useSignedIn().roles, call);
}

/**
 * Renders its children, which make the call, only if the user's roles allow it. Otherwise the commands of the children are absent, too.
 * @param otherwise rendered if the roles do not allow it
 */
export function May({ call, otherwise = null, children }: { call: Asked; otherwise?: ReactNode; children: ReactNode }) {
  return useMay(call) ? children : otherwise;
}
