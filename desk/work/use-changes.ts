import * as v from 'valibot';
import { useEffect } from 'react';
import { me } from '../../contract/desk/account-calls.ts';
import { encodeCall } from '../../contract/desk/call-request.ts';
import { countNotices } from '../../contract/desk/notice-calls.ts';
import { queries, queryOf, refresh } from '../calls/queries.ts';
import type { ShownSection } from './work-section.ts';

/**
 * While a section is looked at, what others do to it, and what comes, shows by itself.
 * @param watching the one whose page is open: that it was erased is told as well
 */
export function useChanges({ changes, lists, read }: ShownSection, watching?: string): void {
  useEffect(() => {
    const events = new EventSource(encodeCall(changes, watching === undefined ? {} : { watching }).path);
    let isFirst = true;
    events.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const told = v.safeParse(changes.output, JSON.parse(data));
      if (!told.success) return;
      const { ids, all, gone } = told.output;
      // The first says where changes begin; after a lost connection something may have passed unseen.
      if (!isFirst || all) void refresh(...lists, countNotices);
      for (const id of gone ? [...ids, watching!] : ids) void queries.invalidateQueries({ queryKey: queryOf(read, { id }).queryKey });
      isFirst = false;
    });
    events.addEventListener('error', () => {
      // The browser tries again by itself, unless it was refused: then the session is over.
      if (events.readyState === EventSource.CLOSED) void refresh(me);
    });
    return () => events.close();
  }, [changes, lists, read, watching]);
}
