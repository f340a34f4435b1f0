import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOf } from '../../../contract/figures/days.ts';
import { monthly } from '../../../contract/figures/figures.testing.ts';
import { percent, signed, signedPercent } from '../../../contract/figures/format.ts';
import { equationText, evaluate, nameOf, type Quantities } from '../../../contract/figures/formula.ts';
import { figureLines, metrics, shownFigure, type Metric } from '../../../contract/figures/metrics.ts';
import { recordUntil, yearsOf, type TrackRecord } from '../../../contract/figures/record.ts';
import { PERIODS_A_YEAR } from '../../../contract/portfolio.ts';
import { detailOf } from './portfolio-detail.ts';
import { readSamples } from '../sample/samples.ts';
import { rotated } from '../../testing/rotation.testing.ts';

const samples = await readSamples();
const about = { name: 'A', shortName: 'A', subName: '', description: '', benchmark: 'B', benchmark2: '' };

describe('every figure follows from the formula that is printed beside it', () => {
  test.each(rotated(samples, 0, 3).map((sample) => [sample.id, sample] as const))(
    '%s, on the dates of the page',
    (_, { about, record }) => {
      for (const date of ['2024-12-30', '2024-12-31']) for (const riskFree of [0, 3]) expectFollows(about, record, dayOf(date)!, riskFree);
    },
  );

  test('any record of months', () => {
    const returns = fc.array(fc.integer({ min: -200, max: 200 }), { minLength: 11, maxLength: 60 });
    fc.assert(
      fc.property(returns, returns, fc.double({ min: 0, max: 10, noNaN: true }), (ours, theirs, riskFree) => {
        // Both lines rise and fall, and their difference varies: otherwise ratios are not defined (absent-figures.ts).
        const record = monthly([0.01, -0.02, ...ours.map((value) => value / 1000)], [0.02, -0.015, ...theirs.map((value) => value / 1000)]);
        expectFollows(about, record, record.days.at(-1)!, riskFree);
      }),
      { numRuns: 200 },
    );
  });
});

test('the formulas read as they are known', () => {
  expect(Object.fromEntries(metrics.map(({ key, formula }) => [key, equationText(formula)]))).toMatchObject({
    total: 'R = V_n / V_0 − 1',
    net: 'A = (1 + R)^(1 / y) − 1',
    volatility: 's = √(k · (Σ (r_t − m)^2 / (n − 1)))',
    drawdown: 'D = min (V_t / P_t − 1)',
    sharpe: 'S = k · m_x / √(k · (Σ (x_t − m_x)^2 / (n − 1)))',
    sortino: 'S_d = k · m_x / √(k · (Σ u_t^2 / n))',
    excess: 'E = A − A_B',
    trackingError: 'T = √(k · (Σ (d_t − m_d)^2 / (n − 1)))',
    informationRatio: 'I = E / T',
    beta: 'β = Σ ((x_t − m_x) · (x_B,t − m_xB)) / Σ (x_B,t − m_xB)^2',
    alpha: 'α = k · (m_x − β · m_xB)',
    correlation: 'ρ = Σ ((r_t − m) · (r_B,t − m_B)) / √(Σ (r_t − m)^2 · Σ (r_B,t − m_B)^2)',
    upCapture: 'C_up = Σ r_up / Σ r_B,up',
    downCapture: 'C_down = Σ r_down / Σ r_B,down',
  });
});

function expectFollows(about: Parameters<typeof detailOf>[0]['about'], whole: TrackRecord, day: number, riskFree: number): void {
  const stored = {
    id: 'a',
    group: 'website',
    sample: true,
    version: 1,
    recordedAt: 0,
    firstDay: 0,
    lastDay: day,
    frequency: whole.frequency,
  };
  const detail = detailOf({ ...stored, about, record: whole }, day, { riskFree, analytics: true })!;
  const record = recordUntil(whole, day)!;
  const lines = figureLines(detail);
  const values = [record.portfolio, ...[record.benchmark, record.benchmark2].filter((line) => line !== undefined)];
  expect(lines).toHaveLength(values.length);
  lines.forEach((line, index) => {
    for (const metric of metrics) {
      if (metric.relative && index === 0) continue;
      const quantities = quantitiesOf(record, metric.relative ? record.portfolio : values[index]!, values[index]!, riskFree);
      if (quantities === undefined) continue;
      expect([metric.key, shownFigure(metric, line, index === 0)]).toEqual([metric.key, printed(metric, quantities)]);
    }
  });
}

/** The values of the letters, computed from the values alone. A benchmark that begins later has another period and is left out. */
function quantitiesOf(record: TrackRecord, line: Float64Array, benchmark: Float64Array, riskFree: number): Quantities | undefined {
  if (Number.isNaN(benchmark[0]!)) return undefined;
  const k = PERIODS_A_YEAR[record.frequency];
  const y = yearsOf(record);
  const own = quantitiesOfLine([...line], y);
  const other = quantitiesOfLine([...benchmark], y);
  const d = own.r_t.map((value, t) => value - other.r_t[t]!);
  const f = (1 + riskFree / 100) ** (1 / k) - 1;
  const [x, xB] = [own.r_t, other.r_t].map((returns) => returns.map((value) => value - f)) as [number[], number[]];
  const where = (rose: boolean) => other.r_t.flatMap((value, t) => ((rose ? value > 0 : value < 0) ? [t] : []));
  const [up, down] = [where(true), where(false)];
  const at = (returns: readonly number[], periods: readonly number[]) => periods.map((t) => returns[t]!);
  const quantities: Quantities = {
    ...own,
    k,
    y,
    n: own.r_t.length,
    A_B: other.A,
    d_t: d,
    m_d: meanOf(d),
    x_t: x,
    m_x: meanOf(x),
    u_t: x.map((value) => Math.min(value, 0)),
    'x_B,t': xB,
    m_xB: meanOf(xB),
    'r_B,t': other.r_t,
    m_B: other.m,
    r_up: at(own.r_t, up),
    'r_B,up': at(other.r_t, up),
    r_down: at(own.r_t, down),
    'r_B,down': at(other.r_t, down),
  };
  // The letters that the metrics define, each from those before it.
  return metrics.reduce((known, { formula: { left, right } }) => ({ [nameOf(left)]: evaluate(right, known), ...known }), quantities);
}

function quantitiesOfLine(values: readonly number[], y: number) {
  const r = values.slice(1).map((value, t) => value / values[t]! - 1);
  let peak = 0;
  const P = values.map((value) => (peak = Math.max(peak, value)));
  const R = values.at(-1)! / values[0]! - 1;
  return { V_0: values[0]!, V_n: values.at(-1)!, V_t: values, P_t: P, R, A: (1 + R) ** (1 / y) - 1, r_t: r, m: meanOf(r) };
}

const meanOf = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;

function printed({ formula, format }: Metric, quantities: Quantities): string {
  const value = evaluate(formula.right, quantities);
  if (format === 'ratio') return signed(value);
  return format === 'size' ? percent(value * 100) : signedPercent(value * 100);
}
