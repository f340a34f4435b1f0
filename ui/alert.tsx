import type { ReactNode, Ref } from 'react';
import styles from './alert.module.css';
import { Icon, type IconName } from './icon.tsx';

export type AlertProps = {
  /** For moving the focus to the alert. Only scripts can focus it. */
  ref?: Ref<HTMLDivElement>;
  look: 'danger' | 'success' | 'info';
  icon: IconName;
  title: string;
  children?: ReactNode;
};

export function Alert({ ref, look, icon, title, children }: AlertProps) {
  return (
    <div ref={ref} className={`${styles.alert} ${styles[look]}`} role="alert" tabIndex={-1}>
      <Icon name={icon} />
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        {children}
      </div>
    </div>
  );
}
