import { expect, onTestFinished, test, vi } from 'vitest';
import { describeOnStores, freshStore, silent } from '../../store/store.testing.ts';
import type { Store } from '../../store/store.ts';
import { addLeads } from '../../work/index/index.testing.ts';
import { addEvent } from '../lead-repository.ts';
import type { EventKind } from '../../../contract/desk/event-names.ts';
import { createFollower, type Subscriber } from './history-subscribers.ts';

const at = Date.UTC(2026, 10, 2, 12);

type Listener = Subscriber & { heard: string[]; refuses: Set<string> };

/** Notes what it is told of, as `lead: kind`, and throws for the leads that it refuses. */
function listener(name: string): Listener {
  const [heard, refuses] = [[] as string[], new Set<string>()];
  const take: Subscriber['take'] = async (_, entries) => {
    for (const { lead_id: id } of entries) if (refuses.has(id)) throw new TypeError('it cannot be read');
    heard.push(...entries.map(({ lead_id: id, kind }) => `${id}: ${kind}`));
  };
  return { name, take, heard, refuses };
}

const positions = async ({ db }: Store) => {
  const rows = await db.selectFrom('history_positions').selectAll().execute();
  return new Map(rows.map(({ subscriber, seq }) => [subscriber, seq]));
};

const pending = ({ db }: Store) => db.selectFrom('lead_events').select('kind').where('pending', '=', 1).orderBy('seq').execute();

const note = (store: Store, id: string, kind: EventKind, time = at + 1000) => addEvent(store.db, id, { at: time, kind, detail: {} });

describeOnStores('those who follow the histories', (dialect) => {
  async function setUp(...names: string[]) {
    const store = await freshStore();
    const listeners = names.map(listener);
    const logged: unknown[] = [];
    const log = { ...silent, error: (about: object) => void logged.push(about) };
    return { store, listeners, logged, log, ...createFollower({ store, log, subscribers: listeners }) };
  }

  test('hear each entry in its order; one that cannot read a lead sets it aside, and holds up nothing else', async () => {
    const { store, listeners, logged, takeIn, start } = await setUp('one', 'other');
    const [one, other] = listeners as [Listener, Listener];
    const [first, second] = (await addLeads(store, [{ at }, { at: at + 1 }])) as [string, string];
    one.refuses.add(first);
    // An earlier time, as by the clock of another server: the entry still comes after the lead's receipt.
    await note(store, second, 'verified', at - 1000);
    await takeIn();
    const all = [`${first}: received`, `${second}: received`, `${second}: verified`];
    expect([one.heard, other.heard]).toEqual([all.slice(1), all]);
    expect(logged).toEqual([{ lead: first, subscriber: 'one', reason: 'it cannot be read' }]);
    await note(store, first, 'note');
    await note(store, second, 'note');
    await takeIn();
    expect(one.heard.slice(2)).toEqual([`${second}: note`]);
    expect(other.heard.slice(3)).toEqual([`${first}: note`, `${second}: note`]);
    expect([...(await positions(store)).values()]).toEqual([5, 5]);
    // What it cannot read is tried again at the next start: all of it, in order, and once.
    one.refuses.clear();
    onTestFinished(start());
    await expect.poll(() => one.heard.slice(3)).toEqual([`${first}: received`, `${first}: note`]);
    // What was heard is committed a moment later.
    await expect.poll(() => store.db.selectFrom('history_set_aside').selectAll().execute()).toEqual([]);
    expect(other.heard).toHaveLength(5);
  });

  test('one that takes for ever holds up no other, and what it has not taken in stays pending', async () => {
    const { store, log } = await setUp();
    const [quick, slow] = [listener('quick'), listener('slow')];
    const gate = Promise.withResolvers<void>();
    let asked = 0;
    slow.take = async () => {
      asked += 1;
      // A long transaction would stop all others of the embedded store, so there the subscriber fails instead, as when the store is down.
      if (dialect === 'sqlite') throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 10 });
      await gate.promise;
    };
    const stop = createFollower({ store, log, subscribers: [slow, quick] }).start();
    onTestFinished(async () => {
      gate.resolve();
      await stop();
    });
    await expect.poll(async () => (await positions(store)).size).toBe(2);
    const [id] = (await addLeads(store, [{ at }])) as [string];
    await expect.poll(() => quick.heard).toEqual([`${id}: received`]);
    await expect.poll(() => asked).toBeGreaterThan(0);
    // What was heard is committed a moment later.
    await expect
      .poll(async () => [await positions(store), await pending(store)])
      .toEqual([
        new Map([
          ['slow', 0],
          ['quick', 1],
        ]),
        [{ kind: 'received' }],
      ]);
  });

  test('a new one begins with what comes after its start; no number is given twice, though the latest is erased', async () => {
    const { store, takeIn, listeners } = await setUp('known');
    const [erased] = (await addLeads(store, [{ at }])) as [string];
    await takeIn();
    await store.db.deleteFrom('leads').where('id', '=', erased).execute();
    const fresh = listener('fresh');
    const both = createFollower({ store, log: silent, subscribers: [...listeners, fresh] });
    await both.takeIn();
    const [id] = (await addLeads(store, [{ at }])) as [string];
    await both.takeIn();
    expect([fresh.heard, listeners[0]!.heard]).toEqual([[`${id}: received`], [`${erased}: received`, `${id}: received`]]);
  });

  test('one that wants nothing now is told of what comes once it does', async () => {
    const { store, takeIn, listeners } = await setUp('one');
    let wants = false;
    listeners[0]!.wants = async () => wants;
    await takeIn();
    await addLeads(store, [{ at }]);
    await takeIn();
    expect([await pending(store), [...(await positions(store)).values()]]).toEqual([[], [1]]);
    wants = true;
    const [id] = (await addLeads(store, [{ at }])) as [string];
    await takeIn();
    expect(listeners[0]!.heard).toEqual([`${id}: received`]);
  });

  test('of several servers one takes in each batch, and nothing is missed or heard twice', async () => {
    const { store, takeIn, listeners } = await setUp('one');
    const other = createFollower({ store, log: silent, subscribers: listeners });
    await takeIn();
    const ids = await addLeads(
      store,
      Array.from({ length: 100 }, (_, n) => ({ at: at + n })),
    );
    for (const id of ids) await note(store, id, 'note');
    await Promise.all([takeIn(), other.takeIn()]);
    await takeIn();
    const heard = listeners[0]!.heard;
    expect(new Set(heard).size).toBe(200);
    expect(heard).toHaveLength(200);
    expect(ids.every((id) => heard.indexOf(`${id}: received`) < heard.indexOf(`${id}: note`))).toBe(true);
    expect(await pending(store)).toEqual([]);
  });
});

test('on the embedded store one that takes long gets few entries at once, however few there were before, and one that is quick gets many', async () => {
  const store = await freshStore();
  const sizes = { slow: [] as number[], quick: [] as number[] };
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  // A millisecond for each.
  const slow = async (_: unknown, entries: readonly unknown[]) => {
    sizes.slow.push(entries.length);
    now += entries.length;
  };
  const quick = async (_: unknown, entries: readonly unknown[]) => void sizes.quick.push(entries.length);
  const { takeIn } = createFollower({
    store,
    log: silent,
    subscribers: [
      { name: 'slow', take: slow },
      { name: 'quick', take: quick },
    ],
  });
  await takeIn();
  for (let n = 0; n < 6; n += 1) await addLeads(store, [{ at: at + n }]).then(takeIn);
  await addLeads(
    store,
    Array.from({ length: 200 }, (_, n) => ({ at: at + 100 + n })),
  );
  await takeIn();
  expect(sizes.slow.reduce((sum, one) => sum + one)).toBe(206);
  expect(Math.max(...sizes.slow)).toBe(4);
  expect(Math.max(...sizes.quick)).toBe(128);
});
