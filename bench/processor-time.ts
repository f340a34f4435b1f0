/** An event of a Chromium trace; times in microseconds. `tdur`: processor time of the thread, which a busy machine does not change. */
export type TraceEvent = { ph: string; name: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number };

const TASK = /RunTask$/;

/**
 * Converts a trace as if each task had a processor to itself: a task lasts as long as its processor time, and events inside it are scaled in
 * proportion. Gaps between tasks stay, because waiting for the network takes as long.
 */
export function onProcessorTime<Event extends TraceEvent>(events: readonly Event[]): Event[] {
  const threads = Map.groupBy(events, ({ pid, tid }) => `${pid}/${tid}`);
  const made = new Map([...threads.values()].flatMap((thread) => shortened(thread.toSorted(outerFirst))));
  return events.map((event) => made.get(event) ?? event);
}

function outerFirst(a: TraceEvent, b: TraceEvent): number {
  return a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0);
}

function shortened<Event extends TraceEvent>(thread: readonly Event[]): [Event, Event][] {
  let task = { start: 0, end: 0, ratio: 1 };
  return thread.map((event) => {
    const { ph, name, ts, dur = 0, tdur } = event;
    if (ts >= task.end && ph === 'X' && TASK.test(name) && tdur !== undefined && tdur < dur) {
      task = { start: ts, end: ts + dur, ratio: tdur / dur };
    }
    if (ts >= task.end) return [event, event];
    const at = task.start + (ts - task.start) * task.ratio;
    return [event, { ...event, ts: at, ...(event.dur !== undefined && { dur: dur * task.ratio }) }];
  });
}
