import { page, type Sheet } from '../../server/reports/pdf/sheet.ts';

export type Trace = { values: ArrayLike<number>; color: string; width: number };

export function drawTraces({ doc }: Sheet, { y, height }: { y: number; height: number }, traces: readonly Trace[]): void {
  const all = traces.flatMap(({ values }) => Array.from(values));
  const low = Math.min(...all);
  const high = Math.max(...all);
  for (const { values, color, width } of traces) {
    for (let t = 0; t < values.length; t++) {
      const x = (page.width * t) / (values.length - 1);
      const at = y + height * (1 - (values[t] - low) / (high - low));
      if (t === 0) doc.moveTo(x, at);
      else doc.lineTo(x, at);
    }
    doc.lineWidth(width).lineJoin('round').stroke(color);
  }
}
