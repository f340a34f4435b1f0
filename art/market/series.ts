import { valuesOf } from '../../contract/figures/returns.ts';
import { tradingDays } from './calendar.ts';
import { commonFactors, daily, type Factors, CALENDAR_YEAR } from './factors.ts';
import { randomFor } from './random-streams.ts';
import { type Region, type Security, sectorPlace, sectors, universe } from './universe.ts';

export type Series = {
  security: Security;
  /** Simple daily returns; index 0 is the base day and is 0. */
  returns: Float64Array;
  /** Prices, 100 on the base day. */
  prices: Float64Array;
};

export type Market = {
  days: readonly string[];
  series: readonly Series[];
  factors: Factors;
};

/**
 * The sample market: daily returns of every security by a seeded factor model.
 *
 * For security i of sector s and region g on day t:
 *
 *     r(i,t) = drift(i) + beta(i)·M(t) + group(i)·S(s,t) + R(g,t) + rates(i)·B(t) + noise(i,t)
 *
 * M is the market, S the sector's own factor, R a small regional one, B rates; noise has Student's t tails (5 degrees of
 * freedom). Sector, region and noise widen with the day's stress. Every stream has a seed of its own, so the same
 * code gives the same numbers, and a new security changes no other one. Nothing here is a real price.
 */
export function sampleMarket(): Market {
  cached ??= build();
  return cached;
}

let cached: Market | undefined;

function build(): Market {
  const days = tradingDays();
  const factors = commonFactors(days);
  const bySector = sectors.map((sector) => ownFactor(`sector ${sector.id}`, sector.volatility, factors.stress));
  const regional = (region: Region) => ownFactor(`region ${region}`, 0.045, factors.stress);
  const byRegion = { EU: regional('EU'), UK: regional('UK'), US: regional('US') };

  const series = universe.map((security) => {
    const noise = randomFor(`security ${security.ticker}`);
    const group = bySector[sectorPlace(security.sector)];
    const region = byRegion[security.region];
    // Bond funds are hedged, so the region's share factor does not affect them.
    const exposure = security.sector === 'BND' ? 0 : 1;
    const returns = new Float64Array(days.length);
    for (let t = 1; t < days.length; t++) {
      returns[t] =
        security.drift / CALENDAR_YEAR +
        security.beta * factors.market[t] +
        security.group * group[t] +
        exposure * region[t] +
        security.rates * factors.rates[t] +
        daily(security.noise) * factors.stress[t] * noise.heavy(5);
    }
    return { security, returns, prices: valuesOf(returns.subarray(1), 100) };
  });
  return { days, series, factors };
}

function ownFactor(seed: string, volatility: number, stress: Float64Array): Float64Array {
  const random = randomFor(seed);
  return stress.map((level, t) => (t === 0 ? 0 : daily(volatility) * level * random.heavy(7)));
}
