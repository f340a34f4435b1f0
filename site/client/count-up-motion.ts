/** Milliseconds. */
const DURATION = 1600;

/**
 * Counts each figure of a list up as it comes into sight from below. Until then it shows its final value, for screenshots and print; a figure that is
 * in sight from the start does not count.
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
    // Starts while the figure is still below the window, because a visible number would first fall from its value to 0.
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
