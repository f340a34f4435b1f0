/** A frame that draws one CV, whether its code is there, and what it says. */
export type CvFrameElement = { frame: HTMLIFrameElement; isReady: boolean };

/** Empty, and out of sight. To load its code takes longer than to draw a CV: the next one's is there while this one is read. */
let spare: CvFrameElement | undefined;

/** Only by this a frame changes its place without being loaded again; in a browser without it each begins anew. */
type Mover = { moveBefore?: (node: Node, before: null) => void };

/** Puts a frame that never had a CV into its place. */
export function takeCvFrame(place: HTMLElement & Mover): CvFrameElement {
  const taken = spare;
  if (taken === undefined || !taken.frame.isConnected || place.moveBefore === undefined) {
    const made = makeFrame();
    place.append(made.frame);
    return made;
  }
  spare = undefined;
  place.moveBefore(taken.frame, null);
  taken.frame.removeAttribute('style');
  return taken;
}

/** Nothing is fetched for it but its own code: no CV is opened that nobody looks at. */
export function prepareCvFrame(): void {
  if (spare !== undefined || (document.body as Mover).moveBefore === undefined) return;
  spare = makeFrame();
  spare.frame.style.cssText = 'position: fixed; inset: 0 auto auto 0; visibility: hidden; pointer-events: none';
  document.body.append(spare.frame);
}

/** It may share a process with one that does not answer any more. */
export function dropSpareFrame(): void {
  spare?.frame.remove();
  spare = undefined;
}

function makeFrame(): CvFrameElement {
  const frame = document.createElement('iframe');
  const made = { frame, isReady: false };
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.src = '/cv-frame';
  // Its first word is that its code is there.
  const hear = ({ source }: MessageEvent) => {
    if (source === null || source !== frame.contentWindow) return;
    made.isReady = true;
    removeEventListener('message', hear);
  };
  addEventListener('message', hear);
  return made;
}
