import type { Motion } from './slides-motion.ts';
import { whenInSight, whenLoaded, whenShown } from './when-shown.ts';

/** In the document the platform's screens are a row that scrolls by hand; once in sight, their motion comes and takes the elements over. */
export function startSlides(): void {
  const slides = document.querySelector<HTMLElement>('[data-slides]');
  const stage = slides?.querySelector<HTMLElement>('.swiper');
  if (slides && stage) whenShown(() => whenInSight(stage, () => whenLoaded(() => void start(slides, stage).catch(() => {}))));
}

async function start(slides: HTMLElement, stage: HTMLElement) {
  const { startMotion } = await import('./slides-motion.ts');
  const titles = Array.from(stage.querySelectorAll('figcaption'), ({ textContent }) => textContent);
  const row = stage.querySelector('.swiper-wrapper');
  const [count, title] = slides.querySelectorAll('[data-count], [data-title]');
  stage.scrollLeft = 0;
  const motion: Motion = startMotion(stage, {
    onSlide: (i) => {
      count!.textContent = `${i + 1}/${titles.length}`;
      title!.textContent = titles[i] ?? '';
    },
    onPlay: (playing) => {
      slides.toggleAttribute('data-playing', playing);
      row?.setAttribute('aria-live', playing ? 'off' : 'polite');
    },
  });
  slides.addEventListener('click', ({ target }) => {
    const move = (target as Element).closest<HTMLElement>('button[data-move]')?.dataset['move'];
    if (move === 'previous' || move === 'next' || move === 'toggle') motion[move]();
  });
  slides.dataset['started'] = '';
}
