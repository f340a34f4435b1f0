import { present } from '../../contract/checked.ts';
/** Requests of a client that are handled as they come, in one turn of the event loop; a browser asks for no more at once. */
const AT_ONCE = 6;
/** Milliseconds of what waited, before the event loop looks at what else has come. */
const SLICE = 5;

export type Turns = {
  /** Runs a task of a client, now or in its turn. */
  take: (client: string, task: () => void) => void;
  /** A connection has come. The event loop takes in one in each of its turns, so that others may wait: the next turn is short. */
  hurry: () => void;
};

/**
 * Lets clients take turns: of one that sends many requests at once the first few are handled as they come, and the others wait until those of the
 * other clients that have come were handled.
 */
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
