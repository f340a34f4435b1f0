import { useEffect } from 'react';
import { countNotices, listNotices, readNotices } from '../../../contract/calls/desk/notice-calls.ts';
import { callServer } from '../../data/call-server.ts';
import { refresh, useCall } from '../../data/queries.ts';

/** How many notices somebody has not read; looked at again every half a minute, and as soon as anything in an open list changes. */
export function useUnread(): number {
  const { data } = useCall(countNotices, {}, { every: 30_000 });
  return data?.unread ?? 0;
}

/** Whoever has a page open has read what tells of it. */
export function useReadNotices(about: string | undefined): void {
  const unread = useUnread();
  useEffect(() => {
    if (about === undefined || unread === 0) return;
    // Where it does not go through, it is told once more: nothing is lost.
    callServer(readNotices, { about }, { isRefresh: true }).then(
      () => refresh(countNotices, listNotices),
      () => undefined,
    );
  }, [about, unread]);
}
