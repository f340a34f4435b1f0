import { fork, type ChildProcess, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ThreadBounds } from './bounded-thread.ts';
import { errorOf, faultOf, type ThrownFault } from './thread-calls.ts';

export type ProcessBounds = ThreadBounds & {
  /** Megabytes of the whole process (RSS): `memory` bounds only V8's heap, and array buffers lie outside of it. Default: any number. */
  resident?: number;
  /** Ends the process. */
  signal?: AbortSignal;
};

/** Thrown when a process could not be started, or was ended by its signal, or from outside: what it was given is not the reason. */
export class EndedFromOutside extends Error {}

type Answer<Result> = { result: Result } | { fault: ThrownFault };

/**
 * Runs a script in a process of its own, as `inBoundedThread` does in a thread: what takes much memory for a while gives all of it back. It is given no
 * settings. Its data and result are copied (structured clone).
 * @param script the process's built code, which calls `answerParent`
 * @throws Error with the message `late` after `patience`, what the script threw, an error where the process ended early, or EndedFromOutside
 */
export function inBoundedProcess<Result>(script: URL, data: Serializable, bounds: ProcessBounds, late: string): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = start(script, bounds);
    const timer = setTimeout(() => {
      reject(new Error(late));
      child.kill('SIGKILL');
    }, bounds.patience);
    child.once('message', (answer: Answer<Result>) => ('result' in answer ? resolve(answer.result) : reject(errorOf(answer.fault))));
    child.once('error', (cause) => reject(new EndedFromOutside(cause.message, { cause })));
    // What it sent last may be read after its end, but not after it is disconnected.
    const ended = Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
    ended
      .then(([[code, signal]]) => {
        const Ended = STOPS.has(String(signal)) ? EndedFromOutside : Error;
        reject(new Ended(`its process ended early (${code ?? signal})`));
      }, reject)
      .finally(() => clearTimeout(timer));
    child.send(data, () => undefined);
  });
}

/** What a service manager or a terminal sends to all processes of a service, to stop it. */
const STOPS: ReadonlySet<string> = new Set(['SIGTERM', 'SIGINT', 'SIGHUP']);

function start(script: URL, { patience, memory, resident = Infinity, signal }: ProcessBounds): ChildProcess {
  try {
    return fork(fileURLToPath(script), [String(patience), String(resident)], {
      serialization: 'advanced',
      env: {},
      execArgv: [`--max-old-space-size=${memory}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      killSignal: 'SIGKILL',
      ...(signal && { signal }),
    });
  } catch (cause) {
    // Thrown for want of memory; other reasons come as an event.
    throw new EndedFromOutside('its process could not be started', { cause });
  }
}

/** Calls `make` with the data of `inBoundedProcess`, sends the result to the parent, and ends the process; it ends as well when its parent does. */
export function answerParent(make: (data: never) => Promise<unknown>): void {
  watchBounds();
  const answer = (sent: Answer<unknown>) => process.send?.(sent, () => process.exit());
  process.once('message', (data: unknown) => {
    make(data as never).then(
      (result) => answer({ result }),
      (error: unknown) => answer({ fault: faultOf(error) }),
    );
  });
  process.once('disconnect', () => process.exit());
}

/**
 * Has the process end itself where it goes beyond its bounds, from a thread: `make` may never return to its event loop, and its parent may be gone
 * (which gives it a second less).
 * Where the kernel runs out of memory before that, it is to end this process, and not the server.
 */
function watchBounds(): void {
  const [patience, resident] = process.argv.slice(2, 4).map(Number);
  new Worker(WATCH, { eval: true, workerData: { patience, resident }, resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref();
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Linux only.
  }
}

const WATCH = `
  const { patience, resident } = require('node:worker_threads').workerData;
  const end = () => process.kill(process.pid, 'SIGKILL');
  setTimeout(end, patience + 1000);
  setInterval(() => process.memoryUsage.rss() > resident * 1024 * 1024 && end(), 10);
`;
