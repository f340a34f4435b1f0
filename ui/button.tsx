import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'outline' | 'quiet';
export type ButtonSize = 'medium' | 'large';
export type ButtonLook = { variant?: ButtonVariant | undefined; size?: ButtonSize | undefined };

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & ButtonLook & { busy?: boolean };

/** A button. `busy` keeps its width, is announced to assistive technology (`aria-busy`) and ignores clicks. */
export function Button({ variant, size, busy = false, className = '', type = 'button', ...rest }: ButtonProps) {
  const look = `${buttonClass({ variant, size })} ${className}`.trim();
  return <button type={type} className={look} aria-busy={busy || undefined} {...rest} />;
}

type ButtonLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & ButtonLook & { href: string };

export function ButtonLink({ variant, size, className = '', ...rest }: ButtonLinkProps) {
  return <a className={`${buttonClass({ variant, size })} ${className}`.trim()} {...rest} />;
}

export function buttonClass({ variant = 'primary', size = 'medium' }: ButtonLook = {}): string {
  return `${styles.button} ${styles[variant]} ${styles[size]}`;
}
