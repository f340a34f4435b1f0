import { elementAt } from '../../../contract/checked.ts';
import { light } from '../../../ui/tokens.ts';
import { greatest, least, niceScale, tickPercent } from './chart.ts';
import type { Box, Sheet } from './sheet.ts';

type Bars = {
  /** A label, and a value of each line in percent; null where it has none. */
  groups: readonly { label: string; values: readonly (number | null)[] }[];
  /** Of the lines. */
  colors: readonly string[];
  /** Whether the bars of the first line are outlines in strokes: its values are simulated. */
  hollow: boolean;
};

const LABEL = { size: 7.5, color: light['ink-3'] };
/** Width that a label needs. */
const ROOM = 30;

export function drawYearBars(sheet: Sheet, box: Box, { groups, colors, hollow }: Bars): void {
  const { doc } = sheet;
  const values = groups.flatMap((group) => group.values.filter((value) => value !== null));
  const scale = niceScale(least([0, ...values]), greatest([0.01, ...values]), 4);
  const plot = { ...box, width: box.width - 34, height: box.height - 14 };
  const y = (value: number) => plot.y + plot.height * (1 - (value - scale.low) / (scale.high - scale.low));
  for (const tick of scale.ticks) {
    sheet.rule(plot.x, y(tick), plot.width, tick === 0 ? light['ink-3'] : light.line);
    sheet.text(tickPercent(tick), plot.x + plot.width + 5, y(tick) - 4.4, LABEL);
  }
  const each = plot.width / Math.max(groups.length, 1);
  const bar = Math.min(16, (each * 0.72) / colors.length);
  const every = Math.ceil(ROOM / each);
  for (const [index, group] of groups.entries()) {
    const middle = plot.x + each * (index + 0.5);
    for (const [line, value] of group.values.entries()) {
      if (value === null) continue;
      const left = middle + bar * (line - colors.length / 2);
      const drawn = doc.rect(left, Math.min(y(value), y(0)), bar - 1, Math.max(0.5, Math.abs(y(value) - y(0))));
      if (hollow && line === 0) drawn.lineWidth(0.9).dash(2, { space: 1.2 }).stroke(elementAt(colors, line)).undash();
      else drawn.fill(elementAt(colors, line));
    }
    if (index % every === 0) {
      const label = { ...LABEL, width: ROOM, align: 'center' } as const;
      sheet.text(group.label, middle - ROOM / 2, plot.y + plot.height + 4, label);
    }
  }
}
