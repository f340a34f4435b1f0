// A child lives and dies with this process.

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** One Ctrl-C arrives twice, from the terminal and from npm; a person's second one comes later. */
const SAME_PRESS = 500;

/**
 * Passes signals on to a child, and tells it to stop when the npm that started us is gone. They are listened to before it is started: one
 * that came in between would end us alone.
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
    // The other half of a press that ended the child would end us before we pass its exit code on.
    setTimeout(() => SIGNALS.forEach((signal) => process.off(signal, forward)), SAME_PRESS).unref();
  });
  return child;
}

/** An npm that is killed outright cannot tell us; our parent's number changes. @param {() => void} gone */
function watchNpm(gone) {
  const parent = process.ppid;
  if (!process.env.npm_lifecycle_event) return undefined;
  return setInterval(() => process.ppid !== parent && gone(), 1000).unref();
}
