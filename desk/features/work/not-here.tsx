import { useEffect } from 'react';
import { writeDraft } from '../../parts/drafts.ts';
import { ViewHead } from '../../parts/view-head.tsx';

/** Shown for a page that does not exist or was erased while open. It also removes the drafts for it. */
export function NotHere({ id, title, path }: { id: string; title: string; path: string }) {
  useEffect(() => {
    for (const kind of ['note', 'answer']) writeDraft(`${kind} ${id}`, '');
  }, [id]);
  return (
    <>
      <ViewHead title={`${title} not here`} />
      <p role="alert">It was erased, or there never was one at this address. Nothing of it is shown any more.</p>
      <p>
        <a href={path}>Back to the list</a>
      </p>
    </>
  );
}
