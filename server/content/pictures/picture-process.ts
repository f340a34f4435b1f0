import { setPriority } from 'node:os';
import { drawPicture, type DrawnPicture, type PictureAsked } from './draw-picture.ts';

/** Bytes of memory at which the process ends itself: V8 bounds only its heap, and decoders use memory outside of it. */
const MOST = 900 * 1024 * 1024;

// Started by picture-maker.ts for one picture, without settings and secrets, so that a harmful file can do nothing else.
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
