import { elementAt } from '../../contract/checked.ts';
import {
  BaselineSeries,
  ColorType,
  createChart,
  CrosshairMode,
  LineSeries,
  LineStyle,
  type DeepPartial,
  type IChartApi,
  type LineSeriesPartialOptions,
  type TimeChartOptions,
} from 'lightweight-charts';
import { longDate, signedPercent } from '../../contract/figures/format.ts';
import { simulatedAndActual, type GrowthLines } from '../../contract/figures/growth-lines.ts';

/**
 * Draws growth above drawdown into an element, in the colours of the page.
 * @param onPoint called with the index of the day under the pointer; undefined if there is none
 * @returns removes the chart
 */
export function drawGrowth(element: HTMLElement, data: GrowthLines, onPoint: (index: number | undefined) => void): () => void {
  const color = colorsOf(element);
  const chart = createChart(element, options(color));
  addLine(chart, data.days, data.bm2, { color: color('--line-strong'), lineWidth: 1, lineStyle: LineStyle.LargeDashed });
  addLine(chart, data.days, data.bm, { color: color('--ink-2'), lineWidth: 1 });
  const own = { color: color('--primary'), lineWidth: 2 } as const;
  const [simulated, actual] = simulatedAndActual(data);
  addLine(chart, data.days, simulated, { ...own, lineStyle: LineStyle.Dashed });
  addLine(chart, data.days, actual, own);
  const drawdown = chart.addSeries(
    BaselineSeries,
    {
      ...quiet,
      baseValue: { type: 'price', price: 0 },
      topLineColor: color('--loss'),
      bottomLineColor: color('--loss'),
      bottomFillColor1: `${color('--loss')}2e`,
      bottomFillColor2: `${color('--loss')}2e`,
      lineWidth: 1,
      priceFormat: { type: 'custom', minMove: 0.01, formatter: (value: number) => signedPercent(value, 0) },
    },
    1,
  );
  drawdown.setData(data.drawdown.flatMap((value, i) => (value === null ? [] : [{ time: elementAt(data.days, i), value }])));
  drawdown.priceScale().applyOptions({ scaleMargins: { top: 0.06, bottom: 0.06 } });
  for (const [i, pane] of chart.panes().entries()) pane.setStretchFactor(i === 0 ? 3 : 1);
  chart.timeScale().fitContent();

  const indices = new Map(data.days.map((day, i) => [day, i]));
  chart.subscribeCrosshairMove(({ time }) => onPoint(typeof time === 'string' ? indices.get(time) : undefined));
  return () => chart.remove();
}

const quiet = { priceLineVisible: false, lastValueVisible: false, crosshairMarkerRadius: 3 } as const;

function addLine(chart: IChartApi, days: readonly string[], values: ReadonlyArray<number | null> | null, look: LineSeriesPartialOptions) {
  if (values === null) return;
  const priceFormat = { type: 'custom', minMove: 0.01, formatter: (value: number) => value.toFixed(0) } as const;
  const series = chart.addSeries(LineSeries, { ...quiet, ...look, priceFormat });
  series.setData(values.flatMap((value, i) => (value === null ? [] : [{ time: elementAt(days, i), value }])));
}

type Color = (token: string) => string;

/** Resolves tokens to six hexadecimal digits, to which the library adds transparency; with forced colours to system colours. */
function colorsOf(element: HTMLElement): Color {
  return (token) => {
    const probe = element.appendChild(document.createElement('i'));
    probe.style.setProperty('forced-color-adjust', 'none');
    probe.style.color = `var(${token})`;
    const parts = getComputedStyle(probe).color.match(/\d+/g) ?? [];
    probe.remove();
    return `#${parts
      .slice(0, 3)
      .map((part) => Number(part).toString(16).padStart(2, '0'))
      .join('')}`;
  };
}

function options(color: Color): DeepPartial<TimeChartOptions> {
  return {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: color('--raised') },
      textColor: color('--ink-3'),
      fontFamily: 'Barlow, sans-serif',
      fontSize: 12,
      // The library's logo adds a style element and markup that the page's policy refuses; the credit is below the chart.
      attributionLogo: false,
      panes: { separatorColor: color('--line'), enableResize: false },
    },
    grid: { vertLines: { visible: false }, horzLines: { color: color('--line') } },
    crosshair: {
      mode: CrosshairMode.Magnet,
      vertLine: { color: color('--line-strong'), labelBackgroundColor: color('--ink') },
      horzLine: { visible: false, labelVisible: false },
    },
    rightPriceScale: { borderVisible: false, minimumWidth: 48 },
    timeScale: {
      borderColor: color('--line'),
      minBarSpacing: 0.01,
      fixLeftEdge: true,
      fixRightEdge: true,
      lockVisibleTimeRangeOnResize: true,
    },
    localization: { locale: 'en-GB', timeFormatter: (time: unknown) => longDate(String(time)) },
    // A finger or a wheel scrolls the page; the chart itself only moves along its days.
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false, axisPressedMouseMove: { price: false, time: true } },
  };
}
