import { useEffect } from 'react';
import { countNotices, listNotices, readNotices } from '../../../contract/calls/desk/notice-calls.ts';
import { callServer } from '../../data/call-server.ts';
import { refresh, useCall } from '../../data/queries.ts';

/**
 * How many notices the user has not read, and how many requests are due for the user to come back to. Refreshed every 30 seconds, and whenever an
 * open list changes.
 */
export function useForMe(): { unread: number; due: number } {
  const { data } = useCall(countNotices, {}, { every: 30_000 });
  return data ?? { unread: 0, due: 0 };
}

/** Marks the notices about the open page as read. */
export function useReadNotices(about: string | undefined): void {
  const { unread } = useForMe();
  useEffect(() => {
    if (about === undefined || unread === 0) return;
    // If this fails, the notice stays unread, which does no harm.
    callServer(readNotices, { about }, { isRefresh: true }).then(
      () => refresh(countNotices, listNotices),
      () => undefined,
    );
  }, [about, unread]);
}
