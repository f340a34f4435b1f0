/** A frame for one CV. `isReady`: its code is loaded. */
export type CvFrameElement = { frame: HTMLIFrameElement; isReady: boolean };

/** An empty, hidden frame for the next CV, because loading its code takes longer than drawing a CV. */
let spare: CvFrameElement | undefined;

/** `moveBefore` moves a frame without reloading it. Browsers without it load each frame anew. */
type Mover = { moveBefore?: (node: Node, before: null) => void };

/** Puts a frame that has not shown a CV yet into `container`. */
export function takeCvFrame(container: HTMLElement & Mover): CvFrameElement {
  const taken = spare;
  if (taken === undefined || !taken.frame.isConnected || container.moveBefore === undefined) {
    const made = makeFrame();
    container.append(made.frame);
    return made;
  }
  spare = undefined;
  container.moveBefore(taken.frame, null);
  taken.frame.removeAttribute('style');
  return taken;
}

/** Loads the spare frame's code, but no CV: a CV is fetched only when somebody opens it. */
export function prepareCvFrame(): void {
  if (spare !== undefined || (document.body as Mover).moveBefore === undefined) return;
  spare = makeFrame();
  spare.frame.style.cssText = 'position: fixed; inset: 0 auto auto 0; visibility: hidden; pointer-events: none';
  document.body.append(spare.frame);
}

/** Removes the spare frame, which may share a process with a frame that no longer responds. */
export function dropSpareFrame(): void {
  spare?.frame.remove();
  spare = undefined;
}

function makeFrame(): CvFrameElement {
  const frame = document.createElement('iframe');
  const made = { frame, isReady: false };
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.src = '/cv-frame';
  // The first message means that the frame's code is loaded.
  const hear = ({ source }: MessageEvent) => {
    if (source === null || source !== frame.contentWindow) return;
    made.isReady = true;
    removeEventListener('message', hear);
  };
  addEventListener('message', hear);
  return made;
}
