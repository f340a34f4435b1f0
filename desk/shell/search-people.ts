import { useDeferredValue } from 'react';
import { useQuery } from '@tanstack/react-query';
import { applicationWork } from '../../contract/calls/desk/application-calls.ts';
import { leadWork } from '../../contract/calls/desk/lead-calls.ts';
import { messageWork } from '../../contract/calls/desk/message-calls.ts';
import type { CallInput, CallOutput } from '../../contract/calls/desk/call.ts';
import type { LeadSection } from '../../contract/desk/lead-facts.ts';
import { mayUse } from '../../contract/desk/roles.ts';
import { useSignedIn } from '../account/account-context.ts';
import { navigate } from '../router/navigation.ts';
import { queryOf } from '../data/queries.ts';
import type { CallFault } from '../data/call-server.ts';
import type { DeskCommand } from '../keyboard/commands.ts';
import { positionWords } from '../../contract/posting.ts';
import { sectionPaths } from '../features/work/sections.ts';

/** The minimum length of a search: shorter ones match too many. */
const MIN_LENGTH = 3;
/** The maximum number of results of each section. */
const MAX_FOUND = 4;

/** Leads, messages and applications that match the palette's text and that the user's roles allow. */
export function useSearchPeople(text: string): DeskCommand[] {
  const search = useDeferredValue(text.trim());
  const leads = useFound(leadWork.list, search);
  const messages = useFound(messageWork.list, search);
  const applications = useFound(applicationWork.list, search);
  if (search.length < MIN_LENGTH) return [];
  return [
    ...(leads?.leads ?? []).map((lead) => toPage('lead', { ...lead, about: lead.company, group: lead.request })),
    ...(messages?.messages ?? []).map((message) => toPage('message', { ...message, about: message.subject, group: 'Message' })),
    ...(applications?.applications ?? []).map((one) =>
      toPage('application', { ...one, about: positionWords(one.position), group: 'Application' }),
    ),
  ];
}

type ListCall = typeof leadWork.list | typeof messageWork.list | typeof applicationWork.list;

function useFound<C extends ListCall>(call: C, search: string): CallOutput<C> | undefined {
  const { roles } = useSignedIn();
  const input = { search, limit: MAX_FOUND } as CallInput<C>;
  const { data } = useQuery<CallOutput<C>, CallFault>({
    ...queryOf<C>(call, input),
    queryKey: [`${call.name} in palette`, input],
    enabled: search.length >= MIN_LENGTH && mayUse(roles, call.access),
    placeholderData: (previous) => previous,
  });
  return data;
}

type Found = { id: string; name: string; email: string; about: string; group: string };

function toPage(section: LeadSection, { id, name, email, about, group }: Found): DeskCommand {
  return {
    id: `${section} ${id}`,
    title: [name || email, about].filter(Boolean).join(', '),
    group,
    run: () => navigate(`${sectionPaths[section]}/${id}`),
  };
}
