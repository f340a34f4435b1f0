import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import type { Load } from '../store/shares/pots.ts';

/**
 * A kind of work that is done later, at least once: `run` may be repeated after a crash, so it must
 * be safe to repeat. `Services` is what it needs of the server; the worker hands it over.
 */
export type Job<Input, Output, Services> = {
  name: string;
  /** Names under which older builds stored it: such rows are still run. */
  formerNames?: readonly string[] | undefined;
  payload: GenericSchema<Input, Output>;
  maxAttempts: number;
  /** Milliseconds between runs that nobody has to ask for; its payload is then `{}`. */
  every?: number | undefined;
  /** Whether it repeats with these settings; without it always. */
  repeats?: ((services: Services) => boolean) | undefined;
  run(payload: Output, context: JobContext<Services>): Promise<JobOutcome>;
};

// oxlint-disable-next-line typescript/no-explicit-any -- the payload is parsed by the job's own schema before it runs
export type AnyJob<Services> = Job<any, any, Services>;

// oxlint-disable-next-line typescript/no-explicit-any -- how it runs is of no concern there
export type JobFor<Input> = Job<Input, any, any>;

export type JobContext<Services = unknown> = {
  id: string;
  attempt: number;
  /** Aborted when the server stops before the job is done, or when the job was taken over. */
  signal: AbortSignal;
  services: Services;
  now: () => number;
  /** Tells that a resource works, so that jobs which failed for want of it run at once. */
  recovered: (resource: string) => void;
  /** A person asked for this run: what held the job back holds it no longer. */
  released?: boolean;
  /** Of its row: how much of its share whoever it follows from had used. */
  load?: Load;
};

/**
 * What a run ends with, when it does not throw: nothing when the work is done, `held` to stop the
 * job until a person releases it, `retryAt` to run it later without counting the attempt, or earlier, when what it waits for is there.
 */
export type JobOutcome = void | { held: string } | { retryAt: number; reason: string; waitingOn?: string };

/** Declares a job. By default it is tried 80 times, with growing pauses, over about three days. */
export function defineJob<const Schema extends GenericSchema, Services = unknown>(declared: {
  name: string;
  formerNames?: readonly string[];
  payload: Schema;
  maxAttempts?: number;
  every?: number;
  repeats?: (services: Services) => boolean;
  run(payload: InferOutput<Schema>, context: JobContext<Services>): Promise<JobOutcome>;
}): Job<InferInput<Schema>, InferOutput<Schema>, Services> {
  return { maxAttempts: 80, ...declared };
}

/** Thrown by a run that no repetition will mend: the job is dead at once, kept and visible. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure';
}

/**
 * Thrown when something outside is down rather than this job at fault. The job is retried as any
 * other, or earlier, as soon as another job reports that the resource has recovered.
 */
export class Unavailable extends Error {
  override name = 'Unavailable';
  readonly resource: string;

  constructor(resource: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.resource = resource;
  }
}
