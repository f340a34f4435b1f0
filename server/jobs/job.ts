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
  /** What follows where it is given up, for this reason. */
  gaveUp?: ((payload: Output, context: JobContext<Services>, reason: string) => Promise<void>) | undefined;
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
  /**
   * Asked before a resource is used. Where it is down one job at a time passes, to try it.
   * @throws Unavailable where this one has to wait
   */
  reach: (resource: string) => Promise<void>;
  /** Tells that a resource works, so that jobs which wait for it run. */
  recovered: (resource: string) => void;
  /** How many runs before this one may have had their effect without our knowing. There is no third. */
  perhapsDone: number;
  /** Writes down that this run is about to have its effect. @throws where the job is no longer this worker's */
  markPerhapsDone: () => Promise<void>;
  /** What earlier runs had done for some of those it is for (PartlyDone). */
  served: readonly string[];
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

/**
 * Declares a job. It is tried with growing pauses, and given up three days after its first failure (GIVE_UP_AFTER), or where so many runs in a row
 * (`maxAttempts`, 80) never came to an end.
 */
export function defineJob<const Schema extends GenericSchema, Services = unknown>(declared: {
  name: string;
  formerNames?: readonly string[];
  payload: Schema;
  maxAttempts?: number;
  every?: number;
  repeats?: (services: Services) => boolean;
  run(payload: InferOutput<Schema>, context: JobContext<Services>): Promise<JobOutcome>;
  gaveUp?: (payload: InferOutput<Schema>, context: JobContext<Services>, reason: string) => Promise<void>;
}): Job<InferInput<Schema>, InferOutput<Schema>, Services> {
  return { maxAttempts: 80, ...declared };
}

/** Thrown by a run that no repetition will mend: the job is dead at once, kept and visible. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure';
}

/** Thrown by a run that is to be repeated after so many milliseconds at the earliest. */
export class TryLater extends Error {
  override name = 'TryLater';
  readonly pause: number;

  constructor(message: string, pause: number) {
    super(message);
    this.pause = pause;
  }
}

/** Thrown by a run that is done for some of those it is for, and repeated for the others. */
export class PartlyDone extends Error {
  override name = 'PartlyDone';
  readonly served: readonly string[];

  constructor(message: string, served: readonly string[]) {
    super(message);
    this.served = served;
  }
}

/**
 * Thrown when something outside is down rather than this job at fault. The job is retried as any other, or when another job finds that the
 * resource works again. `untried`: it only waits, and this was no attempt. `perhapsDone`: it ended where its effect may have been had: the run
 * is repeated after hours, and once.
 */
export class Unavailable extends Error {
  override name = 'Unavailable';
  readonly resource: string;
  readonly untried: boolean;
  readonly perhapsDone: boolean;

  constructor(resource: string, message: string, options: ErrorOptions & { untried?: boolean; perhapsDone?: boolean } = {}) {
    super(message, options);
    this.resource = resource;
    this.untried = options.untried ?? false;
    this.perhapsDone = options.perhapsDone ?? false;
    if (this.perhapsDone) this.name = PERHAPS_DONE;
  }
}

/** Stored with the job, as the names of all errors are. */
export const PERHAPS_DONE = 'PerhapsDone';
