import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { closeOnBack } from './close-on-back.ts';
import styles from './dialog.module.css';
import { Icon } from './icon.tsx';

/** How a dialog was asked to close. `forced`: the browser has closed it already, and asked nobody. */
export type Closing = 'button' | 'outside' | 'escape' | 'back' | 'forced';

export type DialogProps = {
  /** The dialog shows while this is true, and leaves the document with its contents otherwise. */
  open: boolean;
  /** Called on Escape, on Back, on a press outside, and on the close button. The owner then sets `open` to false. */
  onClose: (how: Closing) => void;
  title: ReactNode;
  children: ReactNode;
  fullScreenBelow?: 'small';
  size?: 'narrow' | 'medium' | 'wide';
  /** Whether a press outside closes it; a form with answers in it may say no. */
  closesOutside?: boolean;
  closeLabel?: string;
};

/** The platform's modal dialog: named by its title, focus kept inside and given back, the page behind it still. */
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
    const element = dialog.current!;
    const before = document.activeElement;
    // Escape arrives as `cancel`: the owner decides, so that what shows and what the owner believes stay one.
    const cancel = (event: Event) => {
      if (event.target !== element) return;
      event.preventDefault();
      leave('escape');
    };
    // A second Escape may close it past us.
    const closed = (event: Event) => event.target === element && leave('forced');
    element.addEventListener('cancel', cancel);
    element.addEventListener('close', closed);
    element.showModal();
    const forgetBack = closeOnBack(() => leave('back'));
    // A form names the field to begin with by data-autofocus; otherwise the title is read first.
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

/** A press that begins and ends on the backdrop. A selection of text that ends there is none. */
function usePressOutside(dialog: RefObject<HTMLDialogElement | null>, onPress: (() => void) | undefined) {
  const press = useEffectEvent(() => onPress?.());
  useEffect(() => {
    const element = dialog.current!;
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
