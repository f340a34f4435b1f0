import { elementAt } from '../../contract/checked.ts';
/** An open event stream. */
export type OpenStream = {
  session: string;
  account: string;
  /** Ends it. If given, `word` is sent to the page as the name of a last event, to say why. */
  end: (word?: string) => void;
  /** Ends it if its reader has lost access. */
  recheck: () => void;
};

export type OpenStreams = {
  /** @returns a function that removes the stream */
  add: (stream: OpenStream) => () => void;
  recheck: () => void;
};

/** Most streams open at once in this process, for one session and for one account. */
export const MOST_STREAMS = { session: 10, account: 30 } as const;

/** @param crowded name of the event with which the oldest stream is ended when there are too many */
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
