import { whenIdle, whenLoaded } from './when-shown.ts';

/** Milliseconds that layout waits for fonts. If it waited longer, a screenshot taken right after load would lack the sections. */
const PATIENCE = 1000;

/**
 * Once the page is idle, lays out the sections that were left out at first (site/styles/base.css), one at a time so that none delays a press, and in
 * the site's own fonts, even if these came too late for the first view.
 */
export function layOutFarSections(): void {
  if (document.documentElement.dataset['fresh'] === undefined) return;
  const sections = document.querySelectorAll<HTMLElement>('main > :not([data-island]), main > [data-island] > *, #footer');
  whenLoaded(() =>
    whenIdle(() => {
      const fonts = ['400 1em Late', '600 1em Late'].map((font) => document.fonts.load(font));
      const patience = new Promise<false>((done) => setTimeout(() => done(false), PATIENCE));
      const ready = Promise.race([Promise.all(fonts).then(() => true), patience]).catch(() => false);
      void ready.then((hasFonts) => layOutNext([...sections], hasFonts));
    }),
  );
}

function layOutNext([section, ...others]: HTMLElement[], hasFonts: boolean) {
  if (!section) return;
  const { top, bottom } = section.getBoundingClientRect();
  // Not sections above the window: in browsers without scroll anchoring their new height would move what is being read. What is in sight keeps its
  // font.
  if (bottom > 0) section.dataset['laid'] = hasFonts && top > innerHeight ? 'late' : '';
  // These images are small; loaded lazily, they would be missing in a screenshot of the whole page.
  for (const mark of section.querySelectorAll<HTMLImageElement>('.marks img')) mark.loading = 'eager';
  whenIdle(() => layOutNext(others, hasFonts));
}
