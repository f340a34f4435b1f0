import type { ReactNode } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';

type DialogProps = { open: boolean; onClose: () => void; to: { name: string; email: string }; children: ReactNode };

/** In which a mail to somebody is written: a press beside it closes nothing. */
export function AnswerDialog({ open, onClose, to, children }: DialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={`Answer ${to.name || to.email}`} closesOutside={false} size="wide" fullScreenBelow="small">
      {children}
    </Dialog>
  );
}
