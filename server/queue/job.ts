import type { GroupWrite } from '../store/group-commit.ts';
import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import type { Load } from '../store/shares/pots.ts';

/**
 * A kind of work that is done later, at least once: `run` may be repeated after a crash, so it must
 * be safe to repeat. `Services` is what it needs of the server; the worker hands it over.
 */
export type Job<Input, Output, Services> = {
  name: string;
  /** Names that older builds stored jobs under; such rows are run as this job. */
  formerNames?: readonly string[] | undefined;
  payload: GenericSchema<Input, Output>;
  maxAttempts: number;
  /** Repeats by itself every so many milliseconds, with the payload `{}`. */
  every?: number | undefined;
  /** Whether it repeats, by the settings. Default: yes. */
  repeats?: ((services: Services) => boolean) | undefined;
  run(payload: Output, context: JobContext<Services>): Promise<JobOutcome>;
  /** Called when the job is given up. */
  gaveUp?: ((payload: Output, context: JobContext<Services>, reason: string) => Promise<void>) | undefined;
};

// oxlint-disable-next-line typescript/no-explicit-any -- the payload is parsed by the job's own schema before it runs
export type AnyJob<Services> = Job<any, any, Services>;

// oxlint-disable-next-line typescript/no-explicit-any -- who enqueues a job does not run it
export type JobFor<Input> = Job<Input, any, any>;

export type JobContext<Services = unknown> = {
  id: string;
  attempt: number;
  /** Aborted when the server stops before the job is done, or when the job was taken over. */
  signal: AbortSignal;
  services: Services;
  now: () => number;
  /**
   * Called before a resource (such as the mail server) is used. While it is down, one job at a time may try it.
   * @throws Unavailable when this job has to wait
   */
  reach: (resource: string) => Promise<void>;
  /** Reports that a resource works, so that jobs which wait for it run. */
  recovered: (resource: string) => void;
  /** How many earlier runs may have had their effect, unknown to us. At two the job is given up. */
  perhapsDone: number;
  /** Stores that this run is about to have its effect. @throws when the lease was lost */
  markPerhapsDone: () => Promise<void>;
  /** Has `write` called with the item in the transaction that stores the end of this run, if the job is done. Otherwise nothing is written. */
  writeAtEnd: <Item>(write: GroupWrite<Item>, item: Item) => void;
  /** The recipients that earlier runs have served already (PartlyDone). */
  served: readonly string[];
  /** A person released it: limits that held it back no longer apply. */
  released?: boolean;
  /** How much of their share the sender had used when it was enqueued, in percent. */
  load?: Load;
};

/**
 * How a run ended, when it did not throw: undefined when the work is done, `held` to stop the job until a person releases it, `retryAt` to run it
 * later without counting the attempt (or earlier, when `waitingOn` is released).
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

/** Thrown when repeating would not help: the job is given up at once, kept and listed. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure';
}

/** Thrown when the job should be repeated, so many milliseconds later at the earliest. */
export class TryLater extends Error {
  override name = 'TryLater';
  readonly pause: number;

  constructor(message: string, pause: number) {
    super(message);
    this.pause = pause;
  }
}

/** Thrown when some recipients were served and the job has to be repeated for the others. */
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
 * resource works again. `untried`: the job did not use the resource, so this counts as no attempt. `perhapsDone`: the run ended where its effect
 * may have happened already: it is repeated once, after hours. `mend`: which setting says where the resource is, for the log.
 */
export class Unavailable extends Error {
  override name = 'Unavailable';
  readonly resource: string;
  readonly untried: boolean;
  readonly perhapsDone: boolean;
  readonly mend: string | undefined;

  constructor(resource: string, message: string, options: UnavailableOptions = {}) {
    super(message, options);
    this.resource = resource;
    this.untried = options.untried ?? false;
    this.mend = options.mend;
    this.perhapsDone = options.perhapsDone ?? false;
    if (this.perhapsDone) this.name = PERHAPS_DONE;
  }
}

type UnavailableOptions = ErrorOptions & { untried?: boolean; perhapsDone?: boolean; mend?: string };

/** Name of an Unavailable error with `perhapsDone`: the names of errors are stored with the job. */
export const PERHAPS_DONE = 'PerhapsDone';
