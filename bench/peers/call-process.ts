import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import * as v from 'valibot';
import { peerEnv } from './install.ts';

const MESSAGE = v.union([
  v.object({ id: v.number(), result: v.unknown() }),
  v.object({ id: v.number(), error: v.string() }),
  v.object({ ran: v.number() }),
  v.object({ began: v.number() }),
]);

/** A process that runs a queue, in which shared/answer-calls.js answers the calls. */
export type QueueProcess = {
  call(name: string, input?: object): Promise<unknown>;
  /** How many jobs it has run. */
  ran(): number;
  /** When the next probe begins in it, by the machine's clock. */
  nextBegan(): Promise<number>;
  process: ChildProcess;
  stop(): Promise<void>;
};

export function startQueueProcess(program: string, cwd: string, env: NodeJS.ProcessEnv): QueueProcess {
  const child = fork(program, { cwd, env: { ...peerEnv, ...env } });
  const calls = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  const waiting: ((began: number) => void)[] = [];
  let [next, ran] = [0, 0];
  child.on('message', (raw) => {
    const message = v.parse(MESSAGE, raw);
    if ('ran' in message) ran = message.ran;
    else if ('began' in message) waiting.shift()?.(message.began);
    else if ('error' in message) calls.get(message.id)?.reject(new Error(message.error));
    else calls.get(message.id)?.resolve(message.result);
  });
  const ended = once(child, 'exit');
  child.once('exit', (code) => calls.forEach(({ reject }) => reject(new Error(`${program} ended with ${code}`))));
  return {
    call: (call, input = {}) =>
      new Promise((resolve, reject) => {
        const id = (next += 1);
        calls.set(id, { resolve, reject });
        child.send({ id, call, input });
      }),
    ran: () => ran,
    nextBegan: () => new Promise((resolve) => waiting.push(resolve)),
    process: child,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
