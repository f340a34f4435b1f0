import * as v from 'valibot';
import { me } from '../../../contract/calls/desk/account-calls.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { encodeCall } from '../../../contract/calls/desk/call-request.ts';
import { countNotices } from '../../../contract/calls/desk/notice-calls.ts';
import { STREAM_CROWDED, streamBeat } from '../../../contract/calls/desk/work-schemas.ts';
import { queries, queryOf, refresh } from '../../data/queries.ts';
import type { Section } from './sections.ts';

export type Watching = {
  section: Pick<Section, 'changes' | 'lists' | 'counts' | 'read'>;
  /** The id of the open page: its erasure is reported as well. */
  watching: string | undefined;
  /** Called when the stream connects or is lost. */
  onLive: (isLive: boolean) => void;
};

/** Minimum milliseconds between two counts: counting costs the server more than reading a page of the list. */
export const COUNT_PAUSE = 5000;

/** Milliseconds without data after which a stream counts as dead: the browser may not notice for minutes. */
export const PATIENCE = 2.5 * streamBeat.pause;

/** Milliseconds before a refused stream is opened again: the browser does not retry by itself. */
export const OPEN_AGAIN = 10_000;

/** The same for a stream that the server closed because other pages opened too many. */
export const CROWDED_AGAIN = 60_000;

/** Milliseconds for which a page may be hidden before it closes its stream: a browser allows only a few for all its pages. */
export const HIDDEN_FOR = 30_000;

/**
 * Fetches the data of a section again as soon as the server reports a change.
 * @returns stops it
 */
export function watchChanges({ section, watching, onLive }: Watching): () => void {
  const { changes } = section;
  const hearing = createHearing(section, watching);
  let events: EventSource | undefined;
  let opening: ReturnType<typeof setTimeout> | undefined;
  let stopListening = (): void => undefined;

  const close = (): void => {
    clearTimeout(opening);
    stopListening();
    events?.close();
    events = undefined;
  };
  const openAfter = (pause: number): void => {
    close();
    opening = setTimeout(open, pause);
  };
  const open = (): void => {
    const since = hearing.since();
    const stream = new EventSource(
      encodeCall(changes, { ...(watching !== undefined && { watching }), ...(since !== undefined && { since }) }).path,
    );
    let isFirst = since === undefined;
    events = stream;
    stopListening = onSilence(stream, () => {
      onLive(false);
      close();
      open();
    });
    stream.addEventListener('open', () => onLive(true));
    stream.addEventListener('message', ({ data }: MessageEvent<string>) => {
      hearing.hear(data, isFirst);
      isFirst = false;
    });
    stream.addEventListener(STREAM_CROWDED, () => {
      onLive(false);
      openAfter(CROWDED_AGAIN);
    });
    stream.addEventListener('error', () => {
      onLive(false);
      // The browser reconnects by itself unless it was refused: then the session may have ended.
      if (stream.readyState !== EventSource.CLOSED) return;
      openAfter(OPEN_AGAIN);
      void refresh(me);
    });
  };

  open();
  const stopLooking = onSight((isSeen) => {
    if (isSeen && events !== undefined) return;
    close();
    if (isSeen) open();
  });
  return () => {
    stopLooking();
    hearing.stop();
    close();
  };
}

/** Handles the messages of a change stream. */
function createHearing({ changes, lists, counts, read }: Watching['section'], watching: string | undefined) {
  const counting = createSpacing(COUNT_PAUSE, () => void refresh(...counts));
  // The number of the last change. It is sent on reconnecting, so that changes made while another view was open are reported.
  const lastSeen = [changes.name, 'last seen'];
  return {
    stop: counting.stop,
    // On the first connection: the number from when the account was read, before the view's data, so that no change is missed.
    since: () => queries.getQueryData<number>(lastSeen) ?? queries.getQueryData<CallOutput<typeof me>>([me.name, {}])?.changeSeq,
    hear(data: string, isFirst: boolean): void {
      const parsed = v.safeParse(changes.output, JSON.parse(data));
      if (!parsed.success) return;
      const { seq, ids, all, gone } = parsed.output;
      queries.setQueryData(lastSeen, seq);
      // The first message gives the current number. `all`: changes may have been missed while the connection was lost.
      if (!isFirst || all) {
        void refresh(...lists, countNotices);
        counting.ask();
      }
      for (const id of (gone || all) && watching !== undefined ? [...ids, watching] : ids)
        void queries.invalidateQueries({ queryKey: queryOf(read, { id }).queryKey });
    },
  };
}

/** Reports when the page becomes visible, or has been hidden for a while. @returns stops it */
function onSight(tell: (isSeen: boolean) => void): () => void {
  const page = document;
  let hidden: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    clearTimeout(hidden);
    if (page.hidden) hidden = setTimeout(() => tell(false), HIDDEN_FOR);
    else tell(true);
  };
  page.addEventListener('visibilitychange', look);
  return () => {
    clearTimeout(hidden);
    page.removeEventListener('visibilitychange', look);
  };
}

/** @param act runs once if the stream sends nothing for too long @returns stops it */
function onSilence(stream: EventSource, act: () => void): () => void {
  let silence = setTimeout(act, PATIENCE);
  const heard = (): void => {
    clearTimeout(silence);
    silence = setTimeout(act, PATIENCE);
  };
  const signs = ['open', 'message', streamBeat.event];
  for (const sign of signs) stream.addEventListener(sign, heard);
  return () => {
    clearTimeout(silence);
    for (const sign of signs) stream.removeEventListener(sign, heard);
  };
}

/** Runs a function at most once per pause (milliseconds). Requests within the pause are combined into one run at its end. */
function createSpacing(pause: number, run: () => void): { ask: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;
  const ask = (): void => {
    if (timer !== undefined) {
      isWanted = true;
      return;
    }
    run();
    timer = setTimeout(() => {
      timer = undefined;
      if (isWanted) ask();
      isWanted = false;
    }, pause);
  };
  return { ask, stop: () => clearTimeout(timer) };
}
