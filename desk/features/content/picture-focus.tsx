import { useEffect, useState, type KeyboardEvent, type MouseEvent } from 'react';
import styles from './content.module.css';

type Focus = { x: number; y: number };

/** Chooses the point of a picture that stays visible however the picture is cropped: by a press, or with the arrow keys. */
export function PictureFocus({ file, focus, onFocus }: { file: File; focus: Focus; onFocus: (focus: Focus) => void }) {
  const shown = useAddressOf(file);
  const press = (event: MouseEvent) => {
    // A click by keyboard (`detail` is 0) has no position.
    if (event.detail === 0) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    onFocus({ x: bounded((event.clientX - left) / width), y: bounded((event.clientY - top) / height) });
  };
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onFocus({ x: bounded(focus.x + step[0]), y: bounded(focus.y + step[1]) });
  };
  if (shown === undefined) return null;
  return (
    <div className="stack gap-half">
      <button type="button" className={styles.focus} onClick={press} onKeyDown={move} aria-describedby="focus-place">
        <img src={shown} alt="Press what must stay in sight, or move there with the arrow keys" />
        <span className={styles.point} style={{ left: `${focus.x * 100}%`, top: `${focus.y * 100}%` }} />
      </button>
      <output id="focus-place" className="fine faint">
        Press what must stay in sight: now {Math.round(focus.x * 100)}% across, {Math.round(focus.y * 100)}% down.
      </output>
    </div>
  );
}

const STEP = 0.05;
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

function bounded(share: number): number {
  return Math.min(1, Math.max(0, share));
}

/** The file as a `data:` address, which the desk's Content-Security-Policy allows for images. */
function useAddressOf(file: File): string | undefined {
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    const reader = new FileReader();
    reader.addEventListener('load', () => setShown(typeof reader.result === 'string' ? reader.result : undefined));
    reader.readAsDataURL(file);
    return () => reader.abort();
  }, [file]);
  return shown;
}
