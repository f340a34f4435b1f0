import type { ReactNode } from 'react';
import { mayCall, type Call } from '../../contract/calls/desk/call.ts';
import { useSignedIn } from './account-context.ts';

type Asked = Pick<Call, 'access' | 'method' | 'only'>;

/** Whether the server answers a call of whoever is signed in. */
export function useMay(call: Asked): boolean {
  return mayCall(useSignedIn().roles, call);
}

/** What makes a call, for those whom the server answers it. Commands that are in it go with it. @param otherwise for the others */
export function May({ call, otherwise = null, children }: { call: Asked; otherwise?: ReactNode; children: ReactNode }) {
  return useMay(call) ? children : otherwise;
}
