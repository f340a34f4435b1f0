import { Worker } from 'node:worker_threads';

export type ThreadBounds = {
  /** Milliseconds after which it is ended. */
  patience: number;
  /** Megabytes of its own heap. */
  memory: number;
};

/**
 * Gives data to a thread that ends with the work, so that the server answers meanwhile.
 * @param script the thread's code, as it was built: it posts its result to its parent
 * @throws Error `late` where it takes too long, or what ended it early, as where its memory does not suffice
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
