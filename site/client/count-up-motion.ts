/** Milliseconds. */
const DURATION = 1600;

/**
 * Counts each figure of a list up as it comes into sight from below. Until then it has its value, so that no picture or print shows another; a figure
 * that is in sight at once stays as it is.
 */
export function countWhenSeen(list: Element): void {
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target, boundingClientRect } of entries) {
        if (!isIntersecting) continue;
        watch.unobserve(target);
        if (boundingClientRect.top >= innerHeight) countUp(target);
      }
    },
    // Starts just below the window: in sight, the number would fall from its value to 0.
    { rootMargin: '0px 0px 10%' },
  );
  for (const figure of list.querySelectorAll('[data-figure]')) watch.observe(figure);
}

function countUp(figure: Element) {
  const final = figure.textContent;
  const [number = '0'] = /\d[\d.,]*/.exec(final) ?? [];
  const value = Number(number.replaceAll(',', ''));
  const digits = number.split('.')[1]?.length ?? 0;
  const numbers = new Intl.NumberFormat('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  let start: number | undefined;
  let stopped = false;
  const show = (now: number) => {
    start ??= now;
    const left = 1 - (now - start) / DURATION;
    const counts = left > 0 && !stopped;
    figure.textContent = counts ? final.replace(number, numbers.format(value * (1 - left ** 3))) : final;
    if (counts) requestAnimationFrame(show);
  };
  requestAnimationFrame(show);
  addEventListener('beforeprint', () => {
    stopped = true;
    figure.textContent = final;
  });
}
