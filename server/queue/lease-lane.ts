/** Work of one kind, which never waits for other lanes: the jobs, or the deliveries to one endpoint. */
export type LeaseLane<Row> = {
  name: string;
  /** Runs that may be under way at once. */
  places: number;
  /** Rows that one run takes at most. */
  batch: number;
  /** Whether rows may be claimed before there is a place for them, as many as will soon have one. */
  ahead: boolean;
  /** Undefined where nothing is to be claimed now. */
  claim: ((count: number) => Promise<readonly Row[]>) | undefined;
  /** Does the work and stores how it ended. Never throws. @param signal aborted when this server stops, or when the rows were taken over */
  run: (rows: readonly Row[], signal: AbortSignal) => Promise<void>;
};

/** The lanes that are open, and the milliseconds until the next look if nothing is claimed. What was claimed ahead for other lanes is given back. */
export type LeaseLook<Row> = { lanes: readonly LeaseLane<Row>[]; pause: number };

/** `underWay`: the number of runs that are under way in a lane. `isWoken`: something may have become due since the last look. */
export type LeaseState = { underWay: (lane: string) => number; isWoken: boolean };

/** The columns that every row which is worked on under a lease has. */
export type Leased = { id: string; locked_until: number | null };
