/** How long a slide stands, and how long a movement takes (slides.module.css), in ms. */
const STANDS = 3500;
const MOVES = 300;

/** Starts the coverflow, an endless circle. It plays automatically unless the visitor prefers reduced motion. */
export function startMotion(carousel: HTMLElement): void {
  const stage = carousel.firstElementChild as HTMLElement;
  const slides = Array.from(stage.querySelectorAll('figure'));
  const [count, title] = carousel.querySelectorAll('[data-count], [data-title]');
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  /** In slides from the first one. Below 0 and beyond the last slide it goes on around the circle. */
  let position = 0;
  let playing = false;
  let timer = 0;

  function moveTo(to: number, atOnce = false) {
    place(slides, { from: position, to, atOnce });
    position = to;
    const shown = slides.findIndex((_, i) => fromMiddle(i - Math.round(to), slides.length) === 0);
    if (count) count.textContent = `${shown + 1}/${slides.length}`;
    if (title) title.textContent = slides[shown]?.textContent ?? '';
    if (atOnce) clearTimeout(timer);
    else wait(MOVES);
  }
  function wait(longer = 0) {
    clearTimeout(timer);
    if (playing) timer = setTimeout(moveOn, STANDS + longer);
  }
  function moveOn() {
    // Where there is no mouse, a touched element stays hovered.
    const isLookedAt = matchMedia('(hover)').matches && stage.matches(':hover');
    if (document.hidden || isLookedAt) wait();
    else moveTo(position + 1);
  }
  function play(on: boolean) {
    playing = on;
    carousel.toggleAttribute('data-playing', on);
    stage.firstElementChild?.setAttribute('aria-live', on ? 'off' : 'polite');
    wait();
  }

  moveTo(Math.round(stage.scrollLeft / stage.offsetWidth), true);
  letDrag(stage, moveTo, () => position);
  carousel.addEventListener('click', ({ target }) => {
    const move = (target as Element).closest<HTMLElement>('[data-move]')?.dataset['move'];
    if (!move) return;
    play(move === 'toggle' && !playing);
    if (move !== 'toggle') moveTo(position + (move === 'next' ? 1 : -1));
  });
  // A visitor who moves through the controls is reading: the slides pause until Play is pressed.
  carousel.addEventListener('focusin', ({ target }) => {
    if ((target as Element).matches(':focus-visible')) play(false);
  });
  calm.addEventListener('change', () => play(!calm.matches));
  play(!calm.matches && !carousel.contains(document.activeElement));
  carousel.dataset['started'] = '';
}

function place(slides: readonly HTMLElement[], { from, to, atOnce }: { from: number; to: number; atOnce: boolean }): void {
  for (const [i, slide] of slides.entries()) {
    const offset = fromMiddle(i - to, slides.length);
    // A slide that changes from one end of the circle to the other jumps, so that it does not cross the stage.
    const jumps = Math.abs(offset - fromMiddle(i - from, slides.length)) > slides.length / 2;
    slide.style.transitionDuration = atOnce || jumps ? '0s' : '';
    slide.style.setProperty('--offset', String(offset));
  }
}

/** The signed distance by the shorter way around a circle of `length`. */
function fromMiddle(distance: number, length: number): number {
  return distance - length * Math.round(distance / length);
}

/** Drags the slides by finger or mouse. A drag of more than a tenth of the width ends at the next slide, a shorter one where it began. */
function letDrag(stage: HTMLElement, moveTo: (to: number, atOnce?: boolean) => void, position: () => number): void {
  let held: { at: number; from: number } | undefined;
  stage.addEventListener('pointerdown', ({ button, clientX, isPrimary, pointerId }) => {
    if (button !== 0 || !isPrimary) return;
    held = { at: clientX, from: position() };
    moveTo(held.from, true);
    stage.setPointerCapture(pointerId);
  });
  stage.addEventListener('pointermove', ({ clientX }) => {
    if (held) moveTo(held.from + (held.at - clientX) / stage.offsetWidth, true);
  });
  stage.addEventListener('lostpointercapture', () => {
    if (!held) return;
    moveTo(Math.round(position() + 0.4 * Math.sign(position() - held.from)));
    held = undefined;
  });
  stage.addEventListener('dragstart', (event) => event.preventDefault());
}
