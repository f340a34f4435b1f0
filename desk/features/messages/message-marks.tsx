import type { DeskLead } from '../../../contract/desk/lead-facts.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { Marks } from '../work/work-parts.tsx';

/** Whether the message is answered. */
export function MessageMarks({ message }: { message: Pick<DeskLead, 'state' | 'suspectedSpam' | 'sample'> }) {
  const isOpen = message.state === 'new';
  return (
    <Marks of={message}>
      <StateMark look={isOpen ? 'primary' : 'plain'}>{isOpen ? 'Open' : 'Answered'}</StateMark>
    </Marks>
  );
}
