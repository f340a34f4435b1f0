import type { ReactNode } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';

type DialogProps = { open: boolean; onClose: () => void; to: { name: string; email: string }; children: ReactNode };

/** A dialog for writing a mail. A press outside does not close it. */
export function AnswerDialog({ open, onClose, to, children }: DialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={`Answer ${to.name || to.email}`} closesOutside={false} size="wide" fullScreenBelow="small">
      {children}
    </Dialog>
  );
}
