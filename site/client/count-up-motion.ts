import { CountUp } from 'countup.js';
import type { CountedFigure } from '../sections/counted-figure.ts';

/**
 * Sets a list's figures to their start while the list is out of sight, and counts up once it comes into sight. Does nothing with reduced motion, or
 * if the list is already in sight.
 */
export function countWhenSeen(list: Element): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || list.getBoundingClientRect().top < innerHeight) return;
  const starts = Array.from(list.querySelectorAll<HTMLElement>('[data-figure]'), (element) =>
    prepare(element, JSON.parse(element.dataset['figure'] ?? '') as CountedFigure),
  );
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      for (const start of starts) start();
    },
    { threshold: 0.25 },
  );
  watch.observe(list);
}

/**
 * Prepares an element to count up. The number ends as the original text, which is also what gets printed.
 * @returns starts counting
 */
function prepare(element: HTMLElement, { number, decimals, prefix, suffix }: CountedFigure): () => void {
  const final = element.textContent;
  const finish = () => void (element.textContent = final);
  const counter = new CountUp(element, number, {
    decimalPlaces: decimals,
    prefix,
    suffix,
    duration: 1.6,
    // The default renderer writes HTML, which the page's policy forbids.
    plugin: { render: (target, text) => void (target.textContent = text) },
    onCompleteCallback: finish,
  });
  if (counter.error) return () => undefined;
  counter.printValue(0);
  addEventListener('beforeprint', finish);
  return () => counter.start();
}
