import { sectionPaths } from '../work/sections.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import type { listQueue } from '../../../contract/calls/desk/queue-calls.ts';

/** The lead's name with a link to its page; a dash if the user's roles do not allow it. */
export function LeadLink({ lead }: { lead: CallOutput<typeof listQueue>['jobs'][number]['lead'] }) {
  return lead === null ? '–' : <a href={`${sectionPaths[lead.section]}/${lead.id}`}>{lead.name}</a>;
}
