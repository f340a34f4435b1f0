import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DrawnPicture, PictureAsked } from './draw-picture.ts';

export type MakePicture = (asked: PictureAsked) => Promise<DrawnPicture>;

/** Milliseconds that a picture may take. */
const PATIENCE = 60_000;

const TOO_MUCH: DrawnPicture = {
  ok: false,
  fault: 'The picture takes too long to read, or too much memory: save it smaller, or as another type',
};

/**
 * Draws pictures one after the other, each in a process of its own: a file that crashes or takes over the decoder harms only that process, which has
 * no settings, no secrets and no store.
 * @param script the process's built code
 */
export function pictureMaker(script: URL): MakePicture {
  let last: Promise<unknown> = Promise.resolve();
  return (asked) => {
    const made = last.then(() => inProcess(script, asked));
    last = made.catch(() => undefined);
    return made;
  };
}

function inProcess(script: URL, asked: PictureAsked): Promise<DrawnPicture> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(script), {
      serialization: 'advanced',
      env: {},
      execArgv: ['--max-old-space-size=256'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
    child.once('message', (drawn) => resolve(drawn as DrawnPicture));
    child.once('error', reject);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve(TOO_MUCH);
    });
    child.send(asked, () => undefined);
  });
}
