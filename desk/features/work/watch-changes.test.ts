import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { me } from '../../../contract/calls/desk/account-calls.ts';
import { countLeadsCall, leadWork } from '../../../contract/calls/desk/lead-calls.ts';
import { STREAM_CROWDED, streamBeat } from '../../../contract/calls/desk/work-schemas.ts';
import { queries } from '../../data/queries.ts';
import { COUNT_PAUSE, CROWDED_AGAIN, HIDDEN_FOR, OPEN_AGAIN, PATIENCE, watchChanges } from './watch-changes.ts';
import { leadSection } from './sections.ts';

/** A fake EventSource, which the test controls. */
class Source extends EventTarget {
  static readonly CLOSED = 2;
  static opened: Source[] = [];
  readyState = 1;
  readonly path: string;
  constructor(path: string) {
    super();
    this.path = path;
    Source.opened.push(this);
  }
  tell(told: object): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify({ ids: [], all: false, gone: false, ...told }) }));
  }
  fail(): void {
    this.readyState = Source.CLOSED;
    this.dispatchEvent(new Event('error'));
  }
  close(): void {
    this.readyState = Source.CLOSED;
  }
}

beforeEach(() => {
  Source.opened = [];
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Source);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queries.clear();
});

test('lists follow each change, counts not twice within their pause, and nothing is asked for while nothing changes', async () => {
  const asked = { list: shown(leadWork.list.name), count: shown(countLeadsCall.name) };
  const { stream } = await watch();
  stream().tell({ seq: 7 });
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect([asked.list(), asked.count()]).toEqual([1, 1]);
  for (const seq of [8, 9, 10]) {
    stream().tell({ seq, ids: ['a'] });
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect([asked.list(), asked.count()]).toEqual([4, 2]);
  await vi.advanceTimersByTimeAsync(COUNT_PAUSE);
  expect([asked.list(), asked.count()]).toEqual([4, 3]);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect([asked.list(), asked.count()]).toEqual([4, 3]);
});

test('a stream that is refused is opened again, from the last change that was told, and so is that of a return to the view', async () => {
  const { stream, live, end } = await watch();
  stream().tell({ seq: 41 });
  stream().dispatchEvent(new Event('open'));
  stream().fail();
  expect(live).toEqual([true, false]);
  await vi.advanceTimersByTimeAsync(OPEN_AGAIN);
  expect(Source.opened).toHaveLength(2);
  expect(stream().path).toMatch(/\bsince=41\b/);
  const asked = shown(leadWork.list.name);
  await vi.advanceTimersByTimeAsync(0);
  stream().tell({ seq: 42, ids: ['a'] });
  await vi.advanceTimersByTimeAsync(0);
  expect(asked()).toBe(2);
  end();
  await vi.advanceTimersByTimeAsync(10 * OPEN_AGAIN);
  expect(Source.opened).toHaveLength(2);
  await watch();
  expect(stream().path).toMatch(/\bsince=42\b/);
});

test('what changed between the first look at a view and its stream is told: the stream goes on from before both', async () => {
  queries.setQueryData([me.name, {}], { changeSeq: 12 });
  const asked = shown(leadWork.list.name);
  const { stream } = await watch();
  expect(stream().path).toMatch(/\bsince=12\b/);
  stream().tell({ seq: 13, ids: ['a'] });
  await vi.advanceTimersByTimeAsync(0);
  expect(asked()).toBe(2);
});

test('a stream that has died without a word is opened again, and one that gives signs of life is not', async () => {
  const { stream, live } = await watch();
  stream().tell({ seq: 41 });
  for (let beat = 0; beat < 10; beat += 1) {
    await vi.advanceTimersByTimeAsync(streamBeat.pause);
    stream().dispatchEvent(new Event(streamBeat.event));
  }
  expect(Source.opened).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(PATIENCE);
  expect([Source.opened.length, live]).toEqual([2, [false]]);
  expect(Source.opened[0]!.readyState).toBe(Source.CLOSED);
  expect(stream().path).toMatch(/\bsince=41\b/);
});

test('a page out of sight gives up its stream, and goes on from where it was as soon as it is seen', async () => {
  const { stream } = await watch();
  stream().tell({ seq: 41 });
  show(false);
  await vi.advanceTimersByTimeAsync(HIDDEN_FOR - 1);
  show(true);
  await vi.advanceTimersByTimeAsync(2);
  expect([Source.opened.length, stream().readyState]).toEqual([1, 1]);
  stream().dispatchEvent(new Event(streamBeat.event));
  show(false);
  await vi.advanceTimersByTimeAsync(HIDDEN_FOR + PATIENCE + OPEN_AGAIN);
  expect([Source.opened.length, stream().readyState]).toEqual([1, Source.CLOSED]);
  show(true);
  expect(Source.opened).toHaveLength(2);
  expect(stream().path).toMatch(/\bsince=41\b/);
});

test('a stream that gave way to others is opened again after a while, or as soon as its page is looked at', async () => {
  const { stream, live } = await watch();
  stream().dispatchEvent(new Event(STREAM_CROWDED));
  expect([live, stream().readyState]).toEqual([[false], Source.CLOSED]);
  await vi.advanceTimersByTimeAsync(CROWDED_AGAIN - 1);
  expect(Source.opened).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(Source.opened).toHaveLength(2);
  stream().dispatchEvent(new Event(STREAM_CROWDED));
  show(true);
  expect(Source.opened).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(CROWDED_AGAIN);
  expect(Source.opened).toHaveLength(4);
});

function show(isSeen: boolean): void {
  Object.assign(document, { hidden: !isSeen });
  document.dispatchEvent(new Event('visibilitychange'));
}

async function watch() {
  const live: boolean[] = [];
  const end = watchChanges({ section: leadSection, watching: undefined, onLive: (isLive) => live.push(isLive) });
  onTestFinished(end);
  await vi.advanceTimersByTimeAsync(0);
  return { live, end, stream: () => Source.opened.at(-1)! };
}

/** Observes a query, as a view does. @returns counts how often it was fetched */
function shown(name: string): () => number {
  let times = 0;
  const observer = new QueryObserver(queries, { queryKey: [name, {}], queryFn: () => ++times });
  onTestFinished(observer.subscribe(() => undefined));
  return () => times;
}
