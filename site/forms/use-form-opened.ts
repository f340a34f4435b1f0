import { useEffect, type RefObject } from 'react';
import { reportOpened } from './report-opened.ts';

/** Reports that the form was opened once one of its fields gets the focus, because it is always on the page. */
export function useFormOpened(element: RefObject<HTMLFormElement | null>, caller: string): void {
  useEffect(() => {
    const form = element.current;
    if (!form) return undefined;
    const tell = () => reportOpened(caller);
    form.addEventListener('focusin', tell);
    if (form.contains(document.activeElement)) tell();
    return () => form.removeEventListener('focusin', tell);
  }, [element, caller]);
}
