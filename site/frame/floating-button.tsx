import { useEffect, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { ContactButton } from './contact-button.tsx';
import styles from './floating-button.module.css';
import { usePageScripts } from './page-scripts.ts';
import { Still } from './still.tsx';

/** How far a reader has come, in px, when the button shows. */
const THRESHOLD = 300;

/** Back to top on wide windows, Book a demo on small ones, once a reader has scrolled. */
export function FloatingButton() {
  const shows = useScrolledBeyond(THRESHOLD);
  if (!usePageScripts()) return null;
  return (
    <Still as="div" id="floating" className={styles.place} data-shows={shows || undefined} inert={!shows}>
      {import.meta.env.SSR || import.meta.env.DEV ? <Contents /> : ''}
    </Still>
  );
}

function Contents() {
  return (
    <>
      <button type="button" className={styles.top} aria-label="Back to top" data-to-top>
        <Icon name="arrow-up" />
      </button>
      <ContactButton caller="home_bad" size="large" className={styles.demo ?? ''}>
        Book a demo
      </ContactButton>
    </>
  );
}

function useScrolledBeyond(threshold: number): boolean {
  const [beyond, setBeyond] = useState(false);
  useEffect(() => {
    const read = () => setBeyond(scrollY > threshold);
    read();
    addEventListener('scroll', read, { passive: true });
    return () => removeEventListener('scroll', read);
  }, [threshold]);
  return beyond;
}
