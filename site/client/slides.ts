import { whenIdle, whenInSight, whenLoaded, whenShown } from './when-shown.ts';

/** In the HTML the screens are a row that scrolls by hand; once it is in sight and the page is idle, the code of the motion is loaded and takes the elements over. */
export function startSlides(): void {
  const carousel = document.querySelector<HTMLElement>('[data-slides]');
  if (!carousel) return;
  const start = () => void import('./slides-motion.ts').then((motion) => motion.startMotion(carousel)).catch(() => {});
  whenShown(() => whenInSight(carousel, () => whenLoaded(() => whenIdle(start))));
}
