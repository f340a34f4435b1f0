import { useEffect } from 'react';
import { writeDraft } from '../../parts/drafts.ts';
import { ViewHead } from '../../parts/view-head.tsx';

/** In the place of something that is not there, or was erased while somebody looked at it: nothing of it shows any more. */
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
