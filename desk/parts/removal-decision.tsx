import type { Call } from '../../contract/calls/desk/call.ts';
import { May } from '../account/may.tsx';
import type { CallFault } from '../data/call-server.ts';
import { Alert } from '../../ui/alert.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { FaultAlert } from './fault-alert.tsx';
import { Moment } from './moment.tsx';
import { SmallButton } from './small-button.tsx';

type Props = {
  /** What would be taken off, in words: `this portfolio`, `this paper`. */
  what: string;
  name: string;
  asked: { at: number; reason: string };
  /** The name of whoever asked. */
  by: string;
  /** Sentences on what follows if it is taken off. */
  after: string;
  /** The call that decides; users who may not make it see no buttons. */
  call: Call;
  change: { error: CallFault | null; isPending: boolean };
  onDecision: (decision: 'approve' | 'keep') => void;
};

/** A request to take something off the site. Another user has to approve it; whoever asked may only drop the request. */
export function RemovalDecision({ what, name, asked, by, after, call, change, onDecision }: Props) {
  return (
    <Alert look="info" icon="info" title={`Somebody asks that ${what} be taken off the site`}>
      <p>
        {by}, <Moment at={asked.at} />: {asked.reason}
      </p>
      <p>Somebody else who publishes decides. {after}</p>
      <FaultAlert fault={change.error} title="Not done" />
      <May call={call}>
        <SmallButton onClick={() => onDecision('approve')} busy={change.isPending}>
          Take it off the site<VisuallyHidden> ({name})</VisuallyHidden>
        </SmallButton>{' '}
        <SmallButton variant="outline" onClick={() => onDecision('keep')} busy={change.isPending}>
          Keep it on the site<VisuallyHidden> ({name})</VisuallyHidden>
        </SmallButton>
      </May>
    </Alert>
  );
}
