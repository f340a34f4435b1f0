import { useEffect, useLayoutEffect, useState } from 'react';
import type { Page } from '../../contract/pages.ts';
import { Icon } from '../../ui/icon.tsx';
import { ContactButton } from './contact-button.tsx';
import styles from './floating-button.module.css';
import { usePageScripts } from './page-scripts.ts';
import { Still } from './still.tsx';

/** How far a reader has come, in px, when the button shows. */
const THRESHOLD = 300;

/** Whose own demo a page's button asks for. */
const callers: Readonly<Record<string, string>> = { cognitivepro: 'cognitive_bad', ecosystem: 'ecosystem_bad' };

/** Back to top on wide windows, Book a demo on small ones, once a reader has scrolled. */
export function FloatingButton({ page }: { page: Page }) {
  const shows = useScrolledBeyond(THRESHOLD);
  const caller = callers[page.component] ?? 'home_bad';
  // The button is still, and goes with the visitor from page to page.
  useLayoutEffect(() => document.querySelector('#floating [data-caller]')?.setAttribute('data-caller', caller), [caller]);
  if (!usePageScripts()) return null;
  return (
    <Still as="div" id="floating" className={styles.place} data-shows={shows || undefined} inert={!shows}>
      {import.meta.env.SSR || import.meta.env.DEV ? <Contents caller={caller} /> : ''}
    </Still>
  );
}

function Contents({ caller }: { caller: string }) {
  return (
    <>
      <button type="button" className={styles.top} aria-label="Back to top" data-to-top>
        <Icon name="arrow-up" />
      </button>
      <ContactButton caller={caller} size="large" className={styles.demo ?? ''}>
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
