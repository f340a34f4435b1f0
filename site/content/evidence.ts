import evidence from './evidence.json' with { type: 'json' };
import walk from './walk-forward.json' with { type: 'json' };

/** Small figures of the sample market's last day. */
export const sampleEvidence = evidence as unknown as {
  date: string;
  weights: Array<[sector: string, percent: number]>;
  sectors: string[];
  /** The matrix below its diagonal, in hundredths. */
  correlations: number[][];
  /** All monthly calls of three years on all securities, and how many of them proved right in the following month. */
  record: { securities: number; calls: number; right: number };
  signals: SampleSignal[];
};

/** A rule tested walk-forward on the sample market. */
export const sampleWalk: {
  from: string;
  to: string;
  lines: Array<{ name: string; values: number[]; measures: { annual: number; volatility: number; drawdown: number } }>;
} = walk;

export type SampleSignal = {
  ticker: string;
  name: string;
  price: number;
  change: number;
  call: 'up' | 'down';
  strength: number;
  calls: number;
  right: number;
  /** The calls, oldest first: 1 if the call proved right in the following month. */
  record: string;
  /** Prices of the last half year, scaled to 0..100. */
  recent: number[];
};
