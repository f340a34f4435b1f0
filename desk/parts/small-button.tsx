import type { ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';
import styles from './small-button.module.css';

/** A button for rows and beside headings. */
export function SmallButton(props: ComponentProps<typeof Button>) {
  return <Button {...props} className={styles.small} />;
}
