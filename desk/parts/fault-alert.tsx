import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { NO_CONNECTION, type CallFault } from '../data/call-server.ts';
import { connection } from '../data/connection.ts';

/** The error of a view or a dialog. Errors that the shell already shows are left out. */
export function FaultAlert({ fault, title, onRetry }: { fault: CallFault | null; title: string; onRetry?: () => void }) {
  const connected = connection.use();
  if (fault === null || fault.kind === 'signed out' || fault.kind === 'sign in again') return null;
  return (
    <Alert look="danger" icon="warning" title={title}>
      <p>
        {fault.message.startsWith(NO_CONNECTION) && connected
          ? 'The connection is back, and nothing is lost: press once more.'
          : fault.message}
      </p>
      {fault.kind === 'outdated' && <Button onClick={() => location.reload()}>Load again</Button>}
      {onRetry !== undefined && fault.kind !== 'outdated' && (
        <p>
          <Button variant="outline" onClick={onRetry}>
            Try again
          </Button>
        </p>
      )}
    </Alert>
  );
}
