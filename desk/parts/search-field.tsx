import type { InputHTMLAttributes, Ref } from 'react';
import field from './field.module.css';
import styles from './search-field.module.css';

type SearchProps = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement>; label: string };

/** A search field; its label is only for screen readers. */
export function SearchField({ label, className = '', ...rest }: SearchProps) {
  return (
    <input
      type="search"
      className={`${field.control} ${styles.search} ${className}`.trim()}
      aria-label={label}
      autoComplete="off"
      spellCheck={false}
      maxLength={100}
      {...rest}
    />
  );
}
