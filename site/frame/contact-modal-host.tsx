import { useSyncExternalStore, type ComponentType } from 'react';
import { Button } from '../../ui/button.tsx';
import { whileBusy } from './busy.ts';
import styles from './contact-modal-host.module.css';

type ModalView = ComponentType<{ caller: string; request: unknown; onClose(): void }>;
type Shown = { caller: string; view: ModalView | 'failed' } | undefined;

let view: ModalView | undefined;
let shown: Shown;
const listeners = new Set<() => void>();

/** Opens the contact modal for a caller; its code comes with the first one. */
export async function openContactModal(caller: string): Promise<void> {
  try {
    show({ caller, view: view ?? (await whileBusy(loadContactModal())) });
  } catch {
    show({ caller, view: 'failed' });
  }
}

/** Brings the modal's code ahead, at the first sign that somebody will open it. */
export async function loadContactModal(): Promise<ModalView> {
  view ??= (await import('../forms/contact-modal.tsx')).ContactModal;
  return view;
}

/** Where the contact modal shows: once a document, in the frame. */
export function ContactModalHost() {
  const current = useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  );
  if (!current) return null;
  const close = () => show(undefined);
  if (current.view === 'failed') return <LoadFailure caller={current.caller} onClose={close} />;
  return <current.view caller={current.caller} request={current} onClose={close} />;
}

/** Not a dialog: its code may be what could not be had. */
function LoadFailure({ caller, onClose }: { caller: string; onClose: () => void }) {
  return (
    <div className={styles.failure} role="alert">
      <p>The form could not be loaded. Please check your connection and try again.</p>
      <div className={styles.actions}>
        <Button onClick={() => void whileBusy(tryAgain(caller))}>Try again</Button>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}

/** Browsers remember a script that failed for as long as the document lives: it takes a new one, once the server answers. */
async function tryAgain(caller: string) {
  const answered = await fetch(location.pathname, { method: 'HEAD' }).then(
    () => true,
    () => false,
  );
  if (!answered) return;
  location.hash = `form=${caller}`;
  location.reload();
}

function show(next: Shown) {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
