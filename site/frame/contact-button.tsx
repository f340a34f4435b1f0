import type { ReactNode } from 'react';
import { Button, buttonClass, type ButtonLook } from '../ui/button.tsx';
import { loadContactModal, openContactModal } from './contact-modal-host.tsx';
import { usePageScripts } from './page-scripts.ts';

type ContactButtonProps = ButtonLook & {
  /** A row of contract/callers.ts: says which form opens. */
  caller: string;
  children: ReactNode;
  className?: string;
  /** Called as the modal opens, to close what the button stands in. */
  onOpen?: () => void;
  /** `plain` leaves the look to `className`. */
  look?: 'button' | 'plain';
};

/** A button that opens the contact modal. On a page without scripts it leads to the form on the home page. */
export function ContactButton({ caller, variant, size, className, onOpen, look = 'button', children }: ContactButtonProps) {
  const scripts = usePageScripts();
  const plain = look === 'plain';
  if (!scripts) {
    return (
      <a href={`/#form=${caller}`} className={plain ? className : `${buttonClass({ variant, size })} ${className ?? ''}`.trim()}>
        {children}
      </a>
    );
  }
  const ahead = () => void loadContactModal().catch(() => {});
  const open = () => {
    onOpen?.();
    void openContactModal(caller);
  };
  const shared = { 'data-caller': caller, onPointerEnter: ahead, onFocus: ahead, onClick: open, children };
  if (plain) return <button type="button" className={className} {...shared} />;
  return <Button variant={variant} size={size} {...(className && { className })} {...shared} />;
}
