import { whenIdle, whenLoaded } from './when-shown.ts';

/** Milliseconds that layout waits for fonts; sections laid out later than that are not seen in a picture taken right after load. */
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
  // Not above the reader, whom the new height would move in browsers without scroll anchoring. What is in sight keeps its font.
  if (bottom > 0) section.dataset['laid'] = hasFonts && top > innerHeight ? 'late' : '';
  // Marks are small; without them a strip of marks would be empty in a picture of the whole page.
  for (const mark of section.querySelectorAll<HTMLImageElement>('.marks img')) mark.loading = 'eager';
  whenIdle(() => layOutNext(others, hasFonts));
}
