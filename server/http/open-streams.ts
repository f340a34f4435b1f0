import { elementAt } from '../../contract/checked.ts';
/** A stream of events that somebody reads. */
export type OpenStream = {
  session: string;
  account: string;
  /** Ends it; the page is told why by an event of that name. */
  end: (word?: string) => void;
  /** Ends it where whoever opened it may not read it any more. */
  recheck: () => void;
};

export type OpenStreams = {
  /** @returns forgets it */
  add: (stream: OpenStream) => () => void;
  recheck: () => void;
};

/** Streams that may be open at once in this process: of one session, and of one account. */
export const MOST_STREAMS = { session: 10, account: 30 } as const;

/** @param crowded told to the oldest, which gives way where there are more than that */
export function createOpenStreams(crowded: string): OpenStreams {
  const open = new Set<OpenStream>();
  return {
    add(stream) {
      for (const by of ['session', 'account'] as const) {
        const same = [...open].filter((one) => one[by] === stream[by]);
        if (same.length >= MOST_STREAMS[by]) elementAt(same, 0).end(crowded);
      }
      open.add(stream);
      return () => open.delete(stream);
    },
    recheck() {
      for (const stream of open) stream.recheck();
    },
  };
}
