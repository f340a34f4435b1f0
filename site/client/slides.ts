import type { Motion } from './slides-motion.ts';
import { whenIdle, whenInSight, whenLoaded, whenShown } from './when-shown.ts';

/** In the HTML the screens are a row that scrolls by hand; once it is in sight and the page is idle, the code of the motion is loaded and takes the elements over. */
export function startSlides(): void {
  const stage = document.querySelector<HTMLElement>('[data-slides] > .swiper');
  if (stage) whenShown(() => whenInSight(stage, () => whenLoaded(() => whenIdle(() => void start(stage).catch(() => {})))));
}

async function start(stage: HTMLElement) {
  const slides = stage.parentElement!;
  const { startMotion } = await import('./slides-motion.ts');
  const titles = Array.from(stage.querySelectorAll('figcaption'), ({ textContent }) => textContent);
  const [count, title] = slides.querySelectorAll('[data-count], [data-title]');
  stage.scrollLeft = 0;
  const motion: Motion = startMotion(stage, {
    onSlide: (i) => {
      if (count) count.textContent = `${i + 1}/${titles.length}`;
      if (title) title.textContent = titles[i] ?? '';
    },
    onPlay: (playing) => {
      slides.toggleAttribute('data-playing', playing);
      stage.firstElementChild?.setAttribute('aria-live', playing ? 'off' : 'polite');
    },
  });
  slides.addEventListener('click', ({ target }) => {
    const move = (target as Element).closest<HTMLElement>('[data-move]')?.dataset['move'] as keyof Motion | undefined;
    if (move) motion[move]();
  });
  slides.dataset['started'] = '';
}
