import { fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ThreadBounds } from './bounded-thread.ts';
import { errorOf, faultOf, type ThrownFault } from './thread-calls.ts';

type Answer<Result> = { result: Result } | { fault: ThrownFault };

/**
 * Runs a script in a process of its own, as `inBoundedThread` does in a thread: what takes much memory for a while gives all of it back. It is given no
 * settings. Its data and result are copied (structured clone).
 * @param script the process's built code, which calls `answerParent`
 * @throws Error with the message `late` after `patience`, what the script threw, or an error where the process ended early
 */
export function inBoundedProcess<Result>(
  script: URL,
  data: Serializable,
  { patience, memory }: ThreadBounds,
  late: string,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(script), {
      serialization: 'advanced',
      env: {},
      execArgv: [`--max-old-space-size=${memory}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const timer = setTimeout(() => {
      reject(new Error(late));
      child.kill('SIGKILL');
    }, patience);
    child.once('message', (answer: Answer<Result>) => ('result' in answer ? resolve(answer.result) : reject(errorOf(answer.fault))));
    child.once('error', reject);
    // What it sent last may be read after its end, but not after it is disconnected.
    const ended = Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
    ended
      .then(([[code, signal]]) => reject(new Error(`its process ended early (${code ?? signal})`)), reject)
      .finally(() => clearTimeout(timer));
    child.send(data, () => undefined);
  });
}

/** Calls `make` with the data of `inBoundedProcess`, sends the result to the parent, and ends the process; it ends as well when its parent does. */
export function answerParent(make: (data: never) => Promise<unknown>): void {
  const answer = (sent: Answer<unknown>) => process.send?.(sent, () => process.exit());
  process.once('message', (data: unknown) => {
    make(data as never).then(
      (result) => answer({ result }),
      (error: unknown) => answer({ fault: faultOf(error) }),
    );
  });
  process.once('disconnect', () => process.exit());
}
