import { sectionPaths } from '../work/lead-words.ts';
import type { QueueJob } from './queue-data.ts';

/** Whom it is for, with the way there; a line where that is not for whoever reads. */
export function LeadLink({ lead }: { lead: QueueJob['lead'] }) {
  return lead === null ? '–' : <a href={`${sectionPaths[lead.section]}/${lead.id}`}>{lead.name}</a>;
}
