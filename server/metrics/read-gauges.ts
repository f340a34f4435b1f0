import type { Gauge, Registry } from 'prom-client';
import type { Prometheus } from './site-metrics.ts';

type AddGauge<Read> = (name: string, help: string, labelNames: readonly string[], fill: (gauge: Gauge, read: Read) => void) => void;

/** Gauges that are read from the store at each scrape. They have no value when the store does not answer. */
export function readGauges<Read>(
  { Gauge }: Pick<Prometheus, 'Gauge'>,
  registry: Registry,
  read: () => Promise<Read | undefined>,
): AddGauge<Read> {
  return (name, help, labelNames, fill) => {
    const made: Gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const answer = await read();
        made.reset();
        if (answer !== undefined) fill(made, answer);
        else if (labelNames.length === 0) made.set(Number.NaN);
      },
    });
  };
}

/** Milliseconds that a scrape waits for the store, and for which its answer is reused. */
const PATIENCE = 3000;
const FRESH = 1000;

/** @returns a function that reads once for all concurrent callers; it resolves to undefined when the store does not answer */
export function createSharedReader<Answer>(read: () => Promise<Answer>): () => Promise<Answer | undefined> {
  let answer: Promise<Answer | undefined> | undefined;
  let until = 0;
  return () => {
    if (answer === undefined || performance.now() > until) {
      answer = within(PATIENCE, read()).catch(() => undefined);
      until = performance.now() + FRESH;
    }
    return answer;
  };
}

async function within<Answer>(ms: number, asked: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the store takes too long')), ms);
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
