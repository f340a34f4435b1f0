import * as v from 'valibot';
import { me } from '../../../contract/calls/desk/account-calls.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { encodeCall } from '../../../contract/calls/desk/call-request.ts';
import { countNotices } from '../../../contract/calls/desk/notice-calls.ts';
import { STREAM_CROWDED, streamBeat } from '../../../contract/calls/desk/work-schemas.ts';
import { queries, queryOf, refresh } from '../../data/queries.ts';
import { createSpacing } from './spacing.ts';
import type { ShownSection } from './work-section.ts';

export type Watching = {
  section: Pick<ShownSection, 'changes' | 'lists' | 'counts' | 'read'>;
  /** The one whose page is open: that it was erased is told as well. */
  watching: string | undefined;
  /** Told whether changes are heard of just now. */
  onLive: (isLive: boolean) => void;
};

/** Milliseconds between two counts, however much changes: they cost the server more than a page of the list. */
export const COUNT_PAUSE = 5000;

/** Milliseconds without a sign of life after which a stream counts as dead: the browser may not know of it for minutes. */
export const PATIENCE = 2.5 * streamBeat.pause;

/** Milliseconds after which a stream that was refused is asked for again: the browser does not. */
export const OPEN_AGAIN = 10_000;

/** The same where it gave way to those of other pages. */
export const CROWDED_AGAIN = 60_000;

/** Milliseconds for which a page may be out of sight before it gives up its stream: a browser keeps only a few, for all its pages. */
export const HIDDEN_FOR = 30_000;

/**
 * While a section is looked at, what others do to it, and what comes, is asked for anew as soon as it is told.
 * @returns ends it
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
      // The browser tries again by itself, unless it was refused: then the session may be over.
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

/** What follows from what a stream tells. */
function createHearing({ changes, lists, counts, read }: Watching['section'], watching: string | undefined) {
  const counting = createSpacing(COUNT_PAUSE, () => void refresh(...counts));
  // The number of the last change that was told: what passes while another view is open is told at the return.
  const lastSeen = [changes.name, 'last seen'];
  return {
    stop: counting.stop,
    // Of a view that is opened for the first time: what it shows was read after this, and a change meanwhile is told.
    since: () => queries.getQueryData<number>(lastSeen) ?? queries.getQueryData<CallOutput<typeof me>>([me.name, {}])?.changeSeq,
    hear(data: string, isFirst: boolean): void {
      const told = v.safeParse(changes.output, JSON.parse(data));
      if (!told.success) return;
      const { seq, ids, all, gone } = told.output;
      queries.setQueryData(lastSeen, seq);
      // Without a number to go on from, the first says where changes begin; after a lost connection something may have passed unseen.
      if (!isFirst || all) {
        void refresh(...lists, countNotices);
        counting.ask();
      }
      for (const id of (gone || all) && watching !== undefined ? [...ids, watching] : ids)
        void queries.invalidateQueries({ queryKey: queryOf(read, { id }).queryKey });
    },
  };
}

/** Tells a page that it is seen again, or that it has not been seen for a while. @returns ends it */
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

/** @param act carried out once where a stream gives no sign of life for long @returns ends it */
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
