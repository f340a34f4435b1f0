import { useDeferredValue } from 'react';
import { useQuery } from '@tanstack/react-query';
import { listLeadsCall } from '../../contract/desk/lead-calls.ts';
import type { CallOutput } from '../../contract/desk/call.ts';
import { mayUse } from '../../contract/desk/roles.ts';
import { useSignedIn } from '../account/account-context.ts';
import { navigate } from '../app/navigation.ts';
import { queryOf } from '../calls/queries.ts';
import type { CallFault } from '../calls/call-server.ts';
import type { DeskCommand } from '../keyboard/commands.ts';

/** Letters from which on leads are searched: fewer fit half of them. */
const ENOUGH = 3;

/** Leads that fit what stands in the palette, for whoever may see them; Enter opens. */
export function useSearchLeads(text: string): DeskCommand[] {
  const { roles } = useSignedIn();
  const search = useDeferredValue(text.trim());
  const input = { search, limit: 6 };
  const { data } = useQuery<CallOutput<typeof listLeadsCall>, CallFault>({
    ...queryOf(listLeadsCall, input),
    queryKey: [`${listLeadsCall.name} in palette`, input],
    enabled: search.length >= ENOUGH && mayUse(roles, 'leads.read'),
    placeholderData: (previous) => previous,
  });
  if (search.length < ENOUGH) return [];
  return (data?.leads ?? []).map(({ id, name, email, company, request }) => ({
    id: `lead ${id}`,
    title: [name || email, company].filter(Boolean).join(', '),
    group: request,
    run: () => navigate(`/leads/${id}`),
  }));
}
