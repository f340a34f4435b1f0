import { setPriority } from 'node:os';
import { drawPicture, type DrawnPicture, type PictureAsked } from './draw-picture.ts';

/** Bytes of memory at which the process ends itself; what decodes pictures is outside of the heap, which V8 bounds. */
const MOST = 900 * 1024 * 1024;

// Started by picture-maker.ts for one picture: what a picture breaks is this process alone. It knows no settings and no secrets.
setPriority(10);
setInterval(() => {
  if (process.memoryUsage.rss() > MOST) process.exit(1);
}, 10).unref();
process.once('message', (asked: PictureAsked) => {
  void drawPicture(asked).then(answer, () => process.exit(1));
});
process.once('disconnect', () => process.exit());

function answer(drawn: DrawnPicture): void {
  process.send?.(drawn, () => process.exit());
}
