import { Dialog } from '../ui/dialog.tsx';

/** The contact modal of a caller. */
export function ContactModal({ caller, onClose }: { caller: string; onClose(): void }) {
  return (
    <Dialog open onClose={onClose} title="Book a demo" fullScreenBelow="small">
      <p data-caller={caller}>The form.</p>
    </Dialog>
  );
}
