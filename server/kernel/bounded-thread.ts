import { Worker } from 'node:worker_threads';

export type ThreadBounds = {
  /** Milliseconds after which the thread is ended. */
  patience: number;
  /** Megabytes of the thread's heap. */
  memory: number;
};

/**
 * Runs a script in a worker thread with time and memory limits, so that the server keeps answering.
 * @param script the thread's built code: it posts its result to its parent
 * @throws Error with the message `late` after `patience`, or the error that ended the thread, as when its memory runs out
 */
export function inBoundedThread<Result>(script: URL, data: unknown, { patience, memory }: ThreadBounds, late: string): Promise<Result> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: memory } });
    const timer = setTimeout(() => {
      reject(new Error(late));
      void worker.terminate();
    }, patience);
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`its thread ended early (${code})`));
    });
  });
}
