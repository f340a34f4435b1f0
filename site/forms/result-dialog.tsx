import { useEffect, useRef, type ReactNode } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formWords } from '../content/forms.ts';
import { Reason } from './notices.tsx';
import type { Result } from './use-form.ts';

type ResultDialogProps = {
  title: string;
  words: { success: string; failure: string; close: string };
  result: Result;
  onceSent?: string;
  waiting?: ReactNode;
  onClose: () => void;
  onRetry: () => void;
};

export function ResultDialog({ title, words, result, onceSent, waiting, onClose, onRetry }: ResultDialogProps) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result) notice.current?.focus();
  }, [result]);
  const ended = result !== undefined && result.kind !== 'hurried';
  return (
    <Dialog open={ended || Boolean(waiting)} onClose={onClose} title={title} size="narrow" closesOutside={false} closeLabel="Dismiss">
      <div className="stack gap-3">
        {result === undefined && waiting}
        {result?.kind === 'received' && (
          <Alert ref={notice} look="success" icon="check" title={words.success}>
            {onceSent && <p>{onceSent}</p>}
          </Alert>
        )}
        {result?.kind === 'failed' && (
          <Alert ref={notice} look="danger" icon="warning" title={words.failure}>
            <Reason failure={result.failure} />
          </Alert>
        )}
        <div className="row wraps gap-2">
          {result?.kind === 'failed' && <Button onClick={onRetry}>{formWords.again}</Button>}
          <Button variant={result?.kind === 'received' ? 'primary' : 'outline'} onClick={onClose}>
            {words.close}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
