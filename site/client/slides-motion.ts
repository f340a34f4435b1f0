import Swiper from 'swiper';
import { Autoplay, EffectCoverflow } from 'swiper/modules';
import 'swiper/css';
import 'swiper/css/effect-coverflow';

export type Motion = {
  toggle(): void;
  next(): void;
  previous(): void;
};

type Listeners = { onSlide: (index: number) => void; onPlay: (playing: boolean) => void };

const view = { slidesPerView: 1, spaceBetween: 4 };
const TURN = 38;

/** Starts the coverflow on a stage whose row and slides have Swiper's class names. It plays automatically unless the visitor prefers reduced motion. */
export function startMotion(stage: HTMLElement, { onSlide, onPlay }: Listeners): Motion {
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const swiper = new Swiper(stage, {
    modules: [Autoplay, EffectCoverflow],
    effect: 'coverflow',
    coverflowEffect: { rotate: TURN, stretch: 0, depth: depthOf(stage), modifier: 1, slideShadows: false },
    loop: true,
    centeredSlides: true,
    // So that neighbours are visible on both sides, also of the first slide.
    loopAdditionalSlides: 2,
    // In a loop, Swiper otherwise ignores a press while a slide moves.
    loopPreventsSliding: false,
    speed: calm.matches ? 0 : 300,
    autoplay: { delay: 3500, disableOnInteraction: false, pauseOnMouseEnter: true },
    ...view,
    breakpoints: { 320: view, 800: view, 1024: view },
    on: {
      realIndexChange: ({ realIndex }) => onSlide(realIndex),
      beforeResize: ({ params }) => void Object.assign(params.coverflowEffect ?? {}, { depth: depthOf(stage) }),
    },
  });
  const section = stage.parentElement ?? stage;

  // A visitor who moves through the controls is reading: the slides pause until Play is pressed.
  function pauseUnderFocus(event: Event) {
    if ((event.target as Element).matches(':focus-visible')) play(false);
  }
  function play(on: boolean) {
    if (on) swiper.autoplay.start();
    else swiper.autoplay.stop();
    onPlay(on);
  }
  section.addEventListener('focusin', pauseUnderFocus);
  calm.addEventListener('change', () => play(!calm.matches));
  play(!calm.matches && !section.contains(document.activeElement));

  return {
    toggle: () => play(!swiper.autoplay.running),
    next: () => {
      play(false);
      swiper.slideNext();
    },
    previous: () => {
      play(false);
      swiper.slidePrev();
    },
  };
}

/** How far back a neighbouring slide is, in px: its outer edge, which is turned towards the reader, must not be nearer than the middle slide. */
function depthOf(stage: HTMLElement): number {
  return (stage.offsetWidth / 2) * TURN * (Math.PI / 180);
}
