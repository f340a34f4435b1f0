import { present } from '../../contract/checked.ts';
/** Requests of a client that are handled as they come, in one turn of the event loop; a browser asks for no more at once. */
const AT_ONCE = 6;
/** Milliseconds of what waited, before the event loop looks at what else has come. */
const SLICE = 10;

/**
 * Lets clients take turns: of one that sends many requests at once the first few are handled as they come, and the others wait until those of the
 * other clients that have come were handled.
 * @returns runs a task of a client, now or in its turn
 */
export function createTurns(): (client: string, task: () => void) => void {
  const done = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();
  let scheduled = false;

  function nextTurn(): void {
    scheduled = false;
    done.clear();
    const until = performance.now() + SLICE;
    while (waiting.size > 0 && performance.now() < until) {
      for (const [client, tasks] of waiting) {
        const task = present(tasks.shift());
        if (tasks.length === 0) waiting.delete(client);
        task();
      }
    }
    if (waiting.size > 0) schedule();
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(nextTurn);
  }

  return (client, task) => {
    const count = done.get(client) ?? 0;
    schedule();
    if (count < AT_ONCE && !waiting.has(client)) {
      done.set(client, count + 1);
      return task();
    }
    const tasks = waiting.get(client);
    if (tasks === undefined) waiting.set(client, [task]);
    else tasks.push(task);
  };
}
