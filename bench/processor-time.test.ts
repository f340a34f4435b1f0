import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { onProcessorTime, type TraceEvent } from './processor-time.ts';

const event = (name: string, ts: number, dur?: number, tdur?: number): TraceEvent => ({
  ph: dur === undefined ? 'I' : 'X',
  name,
  pid: 1,
  tid: 1,
  ts,
  ...(dur !== undefined && { dur }),
  ...(tdur !== undefined && { tdur }),
});

describe('a trace on processor time', () => {
  it('has each task as long as it computed, and in it what happened there, in proportion', () => {
    const trace = [event('RunTask', 1000, 400, 100), event('Layout', 1200, 100, 90), event('firstPaint', 1396), event('Commit', 1450)];
    expect(onProcessorTime(trace)).toEqual([
      event('RunTask', 1000, 100, 100),
      event('Layout', 1050, 25, 90),
      event('firstPaint', 1099),
      event('Commit', 1450),
    ]);
  });

  it('is the same where nothing took the processor away, and of each thread by itself', () => {
    const quiet = [event('RunTask', 0, 100, 100), event('Layout', 20, 50, 50)];
    expect(onProcessorTime(quiet)).toEqual(quiet);
    const others = quiet.map((one) => ({ ...one, tid: 2 }));
    expect(onProcessorTime([event('RunTask', 0, 100, 10), ...others])).toEqual([event('RunTask', 0, 10, 10), ...others]);
  });

  it('keeps what lies in a task in it, and its order', () => {
    const task = fc.record({
      wait: fc.nat(500),
      dur: fc.integer({ min: 1, max: 500 }),
      share: fc.double({ min: 0.01, max: 1, noNaN: true }),
    });
    const trace = fc.array(task, { minLength: 1 }).map((tasks) => {
      let at = 0;
      return tasks.flatMap(({ wait, dur, share }) => {
        const start = at + wait;
        at = start + dur;
        return [
          event('RunTask', start, dur, dur * share),
          event('Layout', start + dur / 4, dur / 2, dur / 2),
          event('mark', start + dur / 2),
        ];
      });
    });
    fc.assert(
      fc.property(trace, (events) => {
        const made = onProcessorTime(events);
        expect(made.map(({ name }) => name)).toEqual(events.map(({ name }) => name));
        for (let n = 0; n < made.length; n += 3) {
          const [outer, inner, mark] = made.slice(n, n + 3) as [TraceEvent, TraceEvent, TraceEvent];
          expect(inner.ts + (inner.dur ?? 0)).toBeLessThanOrEqual(outer.ts + (outer.dur ?? 0) + 1e-6);
          expect(mark.ts).toBeGreaterThanOrEqual(inner.ts);
          expect(mark.ts).toBeLessThanOrEqual(outer.ts + (outer.dur ?? 0));
          expect(outer.ts).toBe(events[n]?.ts);
        }
      }),
    );
  });
});
