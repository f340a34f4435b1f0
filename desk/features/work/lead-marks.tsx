import type { DeskLead } from '../../../contract/desk/lead-facts.ts';
import { FieldMarks } from './field-parts.tsx';
import { Marks } from './work-parts.tsx';

export function LeadMarks({ lead }: { lead: Pick<DeskLead, 'state' | 'verified' | 'suspectedSpam' | 'sample'> }) {
  return (
    <Marks of={lead} quiet={lead.verified || lead.suspectedSpam ? undefined : 'not confirmed'}>
      <FieldMarks section="lead" work={lead} />
    </Marks>
  );
}
