import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import styles from './content.module.css';

type FrameProps = {
  /** Address of the page with the draft; it differs for each revision of the draft, so that the frame loads again. */
  address: string;
  /** Which page is shown. The same one keeps its scroll position when it loads again; another one starts at its top. */
  page: string;
  /** Width in pixels in which the page is laid out; it is scaled down if there is less room. */
  width: number;
  chosen: readonly string[];
  /** What is being typed, shown before it is saved. */
  typed: { path: string; text: string } | undefined;
  onChoose: (paths: readonly string[]) => void;
};

/** The preview of a page with a draft. Its document runs no scripts; this component listens for presses on its texts. */
export function PageFrame({ address, page, width, chosen, typed, onChoose }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  const [loads, setLoads] = useState(0);
  const choose = useRef(onChoose);
  useEffect(() => void (choose.current = onChoose));

  useLayoutEffect(() => {
    const measure = () => setScale(Math.min(1, (box.current?.clientWidth ?? width) / width));
    measure();
    const watcher = new ResizeObserver(measure);
    if (box.current) watcher.observe(box.current);
    return () => watcher.disconnect();
  }, [width]);

  // The page loads again after each change of the draft by the user or a colleague, and keeps its scroll position.
  const scrolled = useRef({ page, top: 0 });
  const onLoad = () => {
    const view = frame.current?.contentWindow;
    if (!view) return;
    prepare(view, (paths) => choose.current(paths));
    if (scrolled.current.page === page) view.scrollTo(0, scrolled.current.top);
    view.addEventListener('scroll', () => (scrolled.current = { page, top: view.scrollY }));
    setLoads((count) => count + 1);
  };
  useEffect(() => {
    const shown = frame.current?.contentDocument;
    for (const one of shown?.querySelectorAll('[data-words]') ?? [])
      one.toggleAttribute('data-chosen', chosen.includes(one.getAttribute('data-words') ?? ''));
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a document that was loaded anew has no marks
  }, [chosen, loads]);

  useEffect(() => {
    if (typed === undefined) return;
    const found = frame.current?.contentDocument?.querySelectorAll(`[data-words="${CSS.escape(typed.path)}"]`) ?? [];
    // A text with placeholders or links is shown only once it is saved, because the page has to be rendered.
    for (const one of found) if (one.childElementCount === 0 && !/[{[]/.test(typed.text)) one.textContent = typed.text;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- as above
  }, [typed, loads]);

  return (
    <div ref={box} className={styles.box}>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- its policy allows no script; a sandbox would also keep presses from us */}
      <iframe
        ref={frame}
        title={`The page ${page} with this change`}
        className={styles.page}
        src={address}
        onLoad={onLoad}
        width={width}
        height={HEIGHT / scale}
        style={{ transform: `scale(${scale})` }}
      />
    </div>
  );
}

/** Height of the frame on the screen, in pixels. */
const HEIGHT = 720;

/** Outlines the texts that can be pressed, and reports the paths of a pressed one. Links do nothing. */
function prepare(view: Window, onChoose: (paths: readonly string[]) => void): void {
  const { document } = view;
  const sheet = new (view as Window & typeof globalThis).CSSStyleSheet();
  sheet.replaceSync(
    '[data-words]{cursor:text}[data-words]:hover{outline:2px dashed currentcolor;outline-offset:2px}[data-words][data-chosen]{outline:2px solid var(--primary);outline-offset:2px}[data-words-of]:hover{outline:2px dotted currentcolor}',
  );
  document.adoptedStyleSheets = [sheet];
  document.addEventListener(
    'click',
    (event) => {
      event.preventDefault();
      event.stopPropagation();
      const pressed = event.target as Element | null;
      // A press beside the letters hits the element around the text: if it contains only one text, that one is meant.
      const [inside, ...others] = pressed?.querySelectorAll('[data-words]') ?? [];
      const text = (pressed?.closest('[data-words]') ?? (others.length === 0 ? inside : undefined))?.getAttribute('data-words');
      const attributes = pressed?.closest('[data-words-of]')?.getAttribute('data-words-of')?.split(' ') ?? [];
      const paths = [...(text === null || text === undefined ? [] : [text]), ...attributes];
      if (paths.length > 0) onChoose(paths);
    },
    true,
  );
}
