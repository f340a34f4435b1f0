import type { QueueJob } from './queue-data.ts';

/** Whom it is for, with the way there; a line where that is not for whoever reads. */
export function LeadLink({ lead }: { lead: QueueJob['lead'] }) {
  if (lead === null) return '–';
  return lead.section === 'lead' ? <a href={`/leads/${lead.id}`}>{lead.name}</a> : lead.name;
}
