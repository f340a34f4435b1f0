// Ties a child process to this one: signals are passed on, and neither outlives the other.

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** Milliseconds. One Ctrl-C sends two signals, from the terminal and from npm; a second press comes later than this. */
const SAME_PRESS = 500;

/**
 * Passes signals on to a child, and stops it when the npm that started this process has ended. The listeners are added before the child starts: a
 * signal in between would end only this process.
 * @template {import('node:child_process').ChildProcess} Child @param {() => Child} start @returns {Child}
 */
export function forwardSignals(start) {
  let last = -Infinity;
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    if (performance.now() - last > SAME_PRESS) child.kill(signal);
    last = performance.now();
  };
  for (const signal of SIGNALS) process.on(signal, forward);
  const child = start();
  const watch = watchNpm(() => forward('SIGTERM'));
  child.once('exit', () => {
    clearInterval(watch);
    // The second signal of the press that ended the child must not end this process before it has passed on the exit code.
    setTimeout(() => SIGNALS.forEach((signal) => process.off(signal, forward)), SAME_PRESS).unref();
  });
  return child;
}

/** Detects that npm was killed by the changed parent process id. @param {() => void} gone */
function watchNpm(gone) {
  const parent = process.ppid;
  if (!process.env.npm_lifecycle_event) return undefined;
  return setInterval(() => process.ppid !== parent && gone(), 1000).unref();
}
