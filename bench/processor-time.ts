/** An event of Chromium's trace: microseconds. `tdur` is the thread's own processor time, which a busy machine leaves as it is. */
export type TraceEvent = { ph: string; name: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number };

const TASK = /RunTask$/;

/**
 * A trace as it would be had each task had a processor to itself: its length is its processor time, and what happened in it lies in it in
 * proportion. Between tasks nothing changes, so that what waits for the network waits as long.
 */
export function onProcessorTime<Event extends TraceEvent>(events: readonly Event[]): Event[] {
  const threads = Map.groupBy(events, ({ pid, tid }) => `${pid}/${tid}`);
  const made = new Map([...threads.values()].flatMap((thread) => shortened(thread.toSorted(outerFirst))));
  return events.map((event) => made.get(event)!);
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
