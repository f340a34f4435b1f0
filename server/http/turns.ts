import { present } from '../../contract/checked.ts';
/** Requests of a client that are handled immediately in one turn of the event loop. Browsers do not send more at once. */
const AT_ONCE = 6;
/** Milliseconds for which waiting tasks run before the event loop checks for new input. */
const SLICE = 5;

export type Turns = {
  /** Runs a task of a client, now or in its turn. */
  take: (client: string, task: () => void) => void;
  /** Call when a connection arrives: shortens the next turn, because the event loop accepts one connection in each turn and others may be waiting. */
  hurry: () => void;
};

/** Schedules clients fairly: the first few requests of a client are handled immediately, and the rest alternate with those of other clients. */
export function createTurns(): Turns {
  const done = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();
  let scheduled = false;
  let hurried = false;

  function nextTurn(): void {
    scheduled = false;
    done.clear();
    const until = performance.now() + (hurried ? 0 : SLICE);
    hurried = false;
    do {
      for (const [client, tasks] of waiting) {
        const task = present(tasks.shift());
        if (tasks.length === 0) waiting.delete(client);
        task();
      }
    } while (waiting.size > 0 && performance.now() < until);
    if (waiting.size > 0) schedule();
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(nextTurn);
  }

  function take(client: string, task: () => void): void {
    const count = done.get(client) ?? 0;
    schedule();
    if (count < AT_ONCE && !waiting.has(client)) {
      done.set(client, count + 1);
      return task();
    }
    const tasks = waiting.get(client);
    if (tasks === undefined) waiting.set(client, [task]);
    else tasks.push(task);
  }

  return { take, hurry: () => (hurried = true) };
}
