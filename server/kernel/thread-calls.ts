import { parentPort, Worker } from 'node:worker_threads';

type Call = { id: number; name: string; input: unknown };
type Answer = { id: number; result?: unknown; fault?: ThrownFault };

/** What of an error passes to another thread: its class does not. */
export type ThrownFault = { name: string; message: string; stack?: string | undefined; code?: unknown; errcode?: unknown };

/** The functions that a thread runs for the thread that started it. Inputs and results are copied (structured clone). */
export type ThreadCalls = Record<string, (input: never) => unknown>;

/** Lets the thread that started this one call these functions. Calls that came before are run now, in their order. */
export function answerCalls(calls: ThreadCalls): void {
  parentPort?.on('message', ({ id, name, input }: Call) => {
    const run = async () => calls[name]?.(input as never);
    run().then(
      (result) => post({ id, result }),
      (error: unknown) => post({ id, fault: faultOf(error) }),
    );
  });
}

/** Sends something to the thread that started this one, without an answer. */
export function tellParent(told: object): void {
  post({ told });
}

function post(message: Answer | { told: object }): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage(message);
}

export type Thread<Calls extends ThreadCalls> = {
  /** @throws an Error with the name, message and codes of the one that the function threw; an error if the thread has ended */
  call<Name extends keyof Calls & string>(name: Name, input: Parameters<Calls[Name]>[0]): Promise<Awaited<ReturnType<Calls[Name]>>>;
};

type Waiting = { resolve: (result: never) => void; reject: (error: unknown) => void };

/**
 * Starts a thread whose script calls `answerCalls`.
 * @param onTold called with what the thread sends by `tellParent`
 * @param onEnd called with the error that ended the thread; undefined if it ended by itself
 */
export function startThread<Calls extends ThreadCalls>(
  script: URL,
  options: { data: unknown; onTold: (told: never) => void; onEnd: (error: Error | undefined) => void },
): Thread<Calls> {
  const worker = new Worker(script, { workerData: options.data });
  const waiting = new Map<number, Waiting>();
  let calls = 0;
  let gone: Error | undefined;
  const end = (error: Error | undefined) => {
    if (gone !== undefined) return;
    gone = error ?? new Error('the thread has ended');
    for (const { reject } of waiting.values()) reject(gone);
    options.onEnd(error);
  };
  worker.on('message', (message: Answer | { told: unknown }) => {
    if ('told' in message) return options.onTold(message.told as never);
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.fault === undefined) asked?.resolve(message.result as never);
    else asked?.reject(errorOf(message.fault));
  });
  worker.once('error', end);
  worker.once('exit', () => end(undefined));
  return {
    call: (name, input) =>
      new Promise((resolve, reject) => {
        if (gone !== undefined) return reject(gone);
        const id = (calls += 1);
        waiting.set(id, { resolve, reject });
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
        worker.postMessage({ id, name, input } satisfies Call);
      }),
  };
}

/** @returns what of an error can be sent to another thread */
export function faultOf(error: unknown): ThrownFault {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, stack, code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
  return { name, message, stack, code, errcode };
}

/** @returns an error with the name, message and codes of the one that another thread met */
export function errorOf({ message, ...rest }: ThrownFault): Error {
  return Object.assign(new Error(message), rest);
}
