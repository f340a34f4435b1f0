import { useEffect, useState } from 'react';
import { navigate } from '../../router/navigation.ts';
import { fetchAhead, neighbourOf, rankOf, rememberOpened } from './open-order.ts';

/** The position of a page in the list that was shown last, with navigation to its neighbours. @param path the section's path */
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
