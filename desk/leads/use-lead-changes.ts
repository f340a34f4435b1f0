import * as v from 'valibot';
import { useEffect } from 'react';
import { me } from '../../contract/desk/account-calls.ts';
import { leadChanges, listLeadsCall, readLeadCall } from '../../contract/desk/lead-calls.ts';
import { queries, queryOf, refresh } from '../calls/queries.ts';

/** While leads are looked at, what others do to them, and new ones, show by themselves. */
export function useLeadChanges(): void {
  useEffect(() => {
    const events = new EventSource(leadChanges.path);
    let isFirst = true;
    events.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const told = v.safeParse(leadChanges.output, JSON.parse(data));
      if (!told.success) return;
      const { ids, all } = told.output;
      // The first says where changes begin; after a lost connection something may have passed unseen.
      if (!isFirst || all) void refresh(listLeadsCall);
      for (const id of ids) void queries.invalidateQueries({ queryKey: queryOf(readLeadCall, { id }).queryKey });
      isFirst = false;
    });
    events.addEventListener('error', () => {
      // The browser tries again by itself, unless it was refused: then the session is over.
      if (events.readyState === EventSource.CLOSED) void refresh(me);
    });
    return () => events.close();
  }, []);
}
