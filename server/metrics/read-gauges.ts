import type { Gauge, Registry } from 'prom-client';
import type { Prometheus } from './site-metrics.ts';

export type AddGauge<Read> = (name: string, help: string, labelNames: readonly string[], fill: (gauge: Gauge, read: Read) => void) => void;

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
