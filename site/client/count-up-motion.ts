import { CountUp } from 'countup.js';
import type { CountedFigure } from '../sections/counted-figure.ts';

export function countUp(element: HTMLElement, { number, decimals, prefix, suffix }: CountedFigure): void {
  const final = element.textContent;
  const counter = new CountUp(element, number, {
    decimalPlaces: decimals,
    prefix,
    suffix,
    duration: 1.6,
    // Its own way writes HTML, which the page's policy forbids.
    plugin: { render: (target, text) => void (target.textContent = text) },
    onCompleteCallback: () => void (element.textContent = final),
  });
  if (!counter.error) counter.start();
}
