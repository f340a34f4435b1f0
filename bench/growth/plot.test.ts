import { expect, test } from 'vitest';
import { drawPlot } from './plot.ts';

const titles = { title: 'Calls <all>', x: 'leads', y: 'ms' };

test('draws each line on logarithmic axes, with its name', () => {
  const svg = drawPlot(titles, [
    {
      name: 'rising',
      points: [
        [1000, 1],
        [10_000, 10],
        [100_000, 100],
      ],
    },
    {
      name: 'level',
      points: [
        [1000, 1],
        [10_000, 1],
        [100_000, 1],
      ],
    },
  ]);
  const [rising, level] = [...svg.matchAll(/polyline [^>]*points="([^"]+)"/g)].map(([, points]) =>
    String(points)
      .split(' ')
      .map((point) => point.split(',').map(Number)),
  );
  expect(rising?.map(([x]) => x)).toEqual([64, 282, 500]);
  expect(rising?.map(([, y]) => y)).toEqual([380, 210, 40]);
  expect(level?.map(([, y]) => y)).toEqual([380, 380, 380]);
  for (const words of ['>rising<', '>level<', 'Calls &lt;all>', '>100,000<']) expect(svg).toContain(words);
});
