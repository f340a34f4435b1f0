import { afterAll, expect, test } from 'vitest';
import { dayOf } from '../../../contract/figures/days.ts';
import { monthly } from '../../../contract/figures/figures.testing.ts';
import type { Formula } from '../../../contract/figures/formula.ts';
import { figureLines, metric, metrics, shownFigure, type Metric, type MetricKey } from '../../../contract/figures/metrics.ts';
import { detailOf, detailTable } from './portfolio-detail.ts';
import { readSamples } from '../sample/samples.ts';

const over = (left: Formula, right: Formula): Formula => ({ of: 'quotient', left, right });

const added = [
  {
    key: 'calmar',
    label: 'Calmar ratio',
    short: 'Calmar',
    format: 'ratio',
    relative: false,
    onCard: true,
    inRisk: true,
    formula: { left: { letter: 'C' }, right: over({ letter: 'A' }, { of: 'difference', left: 0, right: { letter: 'D' } }) },
    text: 'Return for each unit of the deepest fall.',
  },
  {
    key: 'activeShare',
    label: 'Share of tracking error',
    short: 'Active',
    format: 'size',
    relative: true,
    formula: { left: { letter: 'Q' }, right: over({ letter: 'T' }, { letter: 's' }) },
    text: 'Tracking error in parts of the volatility.',
  },
];
(metrics as Metric[]).push(...(added as unknown as Metric[]));
// Removed again, since other tests in this process share the list.
afterAll(() => void (metrics as Metric[]).splice(-added.length));
const key = (name: string) => name as MetricKey;

const samples = await readSamples();
const sample = samples.find(({ record }) => record.benchmark !== undefined && !Number.isNaN(record.benchmark[0]!))!;

function detail(record = sample.record, analytics = true) {
  const stored = { id: sample.id, about: sample.about, sample: true, version: 1, record };
  return detailOf(stored, dayOf('2024-12-31')!, { riskFree: 2, analytics })!;
}

test('a metric is a row: its figures are computed from the formula, and shown', () => {
  const shown = detail();
  const [own, first] = figureLines(shown);
  const { pf, bm, relative } = shown.analytics!;
  expect(own[key('calmar')]).toBeCloseTo(shown.net_return_pf / -pf.max_drawdown!, 9);
  expect(first![key('calmar')]).toBeCloseTo(shown.net_return_bm! / -bm!.max_drawdown!, 9);
  expect(own[key('activeShare')]).toBeNull();
  expect(first![key('activeShare')]).toBeCloseTo((relative!.tracking_error! / pf.volatility!) * 100, 9);
  expect(shownFigure(metric(key('calmar')), own, true)).toMatch(/^[+−]\d+\.\d\d$/);
  expect(detailTable(shown)).toMatch(/Calmar ratio +[+−]\d+\.\d\d/);
});

test('the lists carry what stands on the cards, and nothing else', () => {
  expect(Object.keys(detail(sample.record, false).more!)).toEqual(['calmar']);
});

test('a record of under one year, or without variation, has none', () => {
  for (const months of [6, 30])
    expect(figureLines(detail(monthly(new Array<number>(months).fill(0.01), [0.01])))[0][key('calmar')]).toBeNull();
});
