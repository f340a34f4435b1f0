import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { closeOnBack } from './close-on-back.ts';
import styles from './dialog.module.css';
import { Icon } from './icon.tsx';

/** How a dialog was asked to close. `forced`: the browser has already closed it without asking. */
export type Closing = 'button' | 'outside' | 'escape' | 'back' | 'forced';

export type DialogProps = {
  /** While true the dialog shows; otherwise it is removed from the document with its contents. */
  open: boolean;
  /** Called on Escape, Back, a press outside and the close button. The owner then sets `open` to false. */
  onClose: (how: Closing) => void;
  title: ReactNode;
  children: ReactNode;
  fullScreenBelow?: 'small';
  size?: 'narrow' | 'medium' | 'wide';
  /** Whether a press outside closes it; a form with answers may pass false. */
  closesOutside?: boolean;
  closeLabel?: string;
};

/** The browser's modal dialog: named by its title, keeps the focus inside and returns it on close; the page behind does not scroll. */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({
  onClose,
  title,
  children,
  fullScreenBelow,
  size = 'medium',
  closesOutside = true,
  closeLabel = 'Close',
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useModal(dialog, onClose);
  usePressOutside(dialog, closesOutside ? () => onClose('outside') : undefined);
  const className = [styles.dialog, styles[size], fullScreenBelow ? styles.full : ''].join(' ').trim();
  return (
    <dialog ref={dialog} className={className} aria-labelledby={titleId}>
      <div className={styles.body}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title} tabIndex={-1}>
            {title}
          </h2>
          <button type="button" className={styles.close} onClick={() => onClose('button')} aria-label={closeLabel}>
            <Icon name="close" />
          </button>
        </div>
        <div className={styles.content}>{children}</div>
      </div>
    </dialog>
  );
}

function useModal(dialog: RefObject<HTMLDialogElement | null>, onClose: DialogProps['onClose']) {
  const leave = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    const before = document.activeElement;
    // Escape arrives as `cancel`. The owner decides, so that its state and the visible dialog stay the same.
    const cancel = (event: Event) => {
      if (event.target !== element) return;
      event.preventDefault();
      leave('escape');
    };
    // The browser may close the dialog on a second Escape without `cancel`.
    const closed = (event: Event) => event.target === element && leave('forced');
    element.addEventListener('cancel', cancel);
    element.addEventListener('close', closed);
    element.showModal();
    const forgetBack = closeOnBack(() => leave('back'));
    // A form marks the field to focus first with data-autofocus; otherwise the title is focused, so that it is read first.
    (element.querySelector<HTMLElement>('[data-autofocus]') ?? element.querySelector('h2'))?.focus({ preventScroll: true });
    return () => {
      forgetBack();
      element.removeEventListener('cancel', cancel);
      element.removeEventListener('close', closed);
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [dialog]);
}

/** Calls `onPress` for a press that begins and ends on the backdrop, so that a text selection that ends there does not close the dialog. */
function usePressOutside(dialog: RefObject<HTMLDialogElement | null>, onPress: (() => void) | undefined) {
  const press = useEffectEvent(() => onPress?.());
  useEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    let began = false;
    const begin = (event: MouseEvent) => (began = event.target === element);
    const end = (event: MouseEvent) => began && event.target === element && press();
    element.addEventListener('mousedown', begin);
    element.addEventListener('click', end);
    return () => {
      element.removeEventListener('mousedown', begin);
      element.removeEventListener('click', end);
    };
  }, [dialog]);
}
