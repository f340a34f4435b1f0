import { useEffect, useState } from 'react';
import { navigate } from '../../router/navigation.ts';
import { fetchAhead, neighbourOf, rankOf, rememberOpened } from './open-order.ts';

/** Which of the list that was last looked at a page shows, and the way to the next or the one before. @param path of the section */
export function useListPlace(path: string, id: string) {
  const [place, setPlace] = useState(() => rankOf(id));
  useEffect(() => {
    rememberOpened(id);
    void fetchAhead(id).then((grew) => grew && setPlace(rankOf(id)));
  }, [id]);
  const go = (by: 1 | -1) => {
    const next = neighbourOf(id, by);
    if (next !== undefined) navigate(`${path}/${next}`, { replace: true });
  };
  return { place, go };
}
