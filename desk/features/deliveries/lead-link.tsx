import { sectionPaths } from '../work/lead-words.ts';
import type { QueueJob } from './queue-data.ts';

/** The lead's name with a link to its page; a dash if the user's roles do not allow it. */
export function LeadLink({ lead }: { lead: QueueJob['lead'] }) {
  return lead === null ? '–' : <a href={`${sectionPaths[lead.section]}/${lead.id}`}>{lead.name}</a>;
}
