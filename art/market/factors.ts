import { randomFor } from './random-streams.ts';

/**
 * The daily factors of the sample market: a market factor, a rates factor, and a stress level that scales volatility. The regimes are invented, but
 * similar to real years; drift and volatility are annual.
 */
const regimes: ReadonlyArray<{ until: string; drift: number; volatility: number; rates: number; rateVolatility: number }> = [
  { until: '2017-12-31', drift: 0.13, volatility: 0.085, rates: 0.0, rateVolatility: 0.035 },
  { until: '2018-09-28', drift: 0.06, volatility: 0.11, rates: -0.01, rateVolatility: 0.035 },
  { until: '2018-12-24', drift: -0.55, volatility: 0.2, rates: 0.03, rateVolatility: 0.04 },
  { until: '2020-02-19', drift: 0.2, volatility: 0.11, rates: 0.06, rateVolatility: 0.04 },
  { until: '2020-03-23', drift: -4.0, volatility: 0.5, rates: 0.1, rateVolatility: 0.1 },
  { until: '2020-08-31', drift: 0.8, volatility: 0.24, rates: 0.03, rateVolatility: 0.05 },
  { until: '2021-12-31', drift: 0.2, volatility: 0.12, rates: -0.03, rateVolatility: 0.04 },
  { until: '2022-10-14', drift: -0.2, volatility: 0.22, rates: -0.21, rateVolatility: 0.085 },
  { until: '2023-10-27', drift: 0.14, volatility: 0.14, rates: -0.02, rateVolatility: 0.08 },
  { until: '2024-12-31', drift: 0.19, volatility: 0.11, rates: 0.03, rateVolatility: 0.06 },
];

/** Days a year in the sample calendar, which has every weekday. Used by this model only; figures are calculated as the contract defines. */
export const CALENDAR_YEAR = 260;

export type Factors = {
  /** Daily return of the market factor. */
  market: Float64Array;
  /** Daily return of the rates factor: what a seven-to-ten-year bond gains as yields fall. */
  rates: Float64Array;
  /** Volatility of the day relative to a calm one; scales group factors and noise. */
  stress: Float64Array;
};

/** The common factors on the given days. The first day is the base and has no return. */
export function commonFactors(days: readonly string[]): Factors {
  const market = new Float64Array(days.length);
  const rates = new Float64Array(days.length);
  const stress = new Float64Array(days.length).fill(1);
  const random = randomFor('factors');
  const regimeOf = days.map((day) => regimes.findIndex((row) => day <= row.until));
  let excitement = 0;

  for (let t = 1; t < days.length; t++) {
    const regime = regimes[regimeOf[t]];
    // Volatility clusters: a first-order autoregression of its logarithm around the regime's level.
    excitement = 0.94 * excitement + 0.09 * random.normal();
    const width = Math.exp(excitement);
    market[t] = daily(regime.volatility) * width * random.heavy(7);
    rates[t] = daily(regime.rateVolatility) * width * random.heavy(7);
    stress[t] = width * Math.sqrt(regime.volatility / 0.13);
  }
  // Each regime's returns are shifted to the mean that its row specifies.
  regimes.forEach((regime, index) => {
    const inside = days.flatMap((_, t) => (t > 0 && regimeOf[t] === index ? [t] : []));
    centre(market, inside, regime.drift / CALENDAR_YEAR);
    centre(rates, inside, regime.rates / CALENDAR_YEAR);
  });
  return { market, rates, stress };
}

/** Shifts the values at the indexes `places` so that their mean is `mean`. */
function centre(values: Float64Array, places: readonly number[], mean: number): void {
  const shift = mean - places.reduce((sum, t) => sum + values[t], 0) / places.length;
  for (const t of places) values[t] += shift;
}

export function daily(annual: number): number {
  return annual / Math.sqrt(CALENDAR_YEAR);
}
