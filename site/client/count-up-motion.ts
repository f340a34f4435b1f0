import { CountUp } from 'countup.js';
import type { CountedFigure } from '../sections/counted-figure.ts';

/**
 * Sets an element's number to the start of its count. It ends with the text that was there, which print shows at any time.
 * @returns begins to count
 */
export function countUp(element: HTMLElement, { number, decimals, prefix, suffix }: CountedFigure): () => void {
  const final = element.textContent;
  const finish = () => void (element.textContent = final);
  const counter = new CountUp(element, number, {
    decimalPlaces: decimals,
    prefix,
    suffix,
    duration: 1.6,
    // Its own way writes HTML, which the page's policy forbids.
    plugin: { render: (target, text) => void (target.textContent = text) },
    onCompleteCallback: finish,
  });
  if (counter.error) return () => undefined;
  counter.printValue(0);
  addEventListener('beforeprint', finish);
  return () => counter.start();
}
