// Progress messages of the commands. They go to stderr, because a command's output may be piped.

const BEAT = 10_000;

/** @param {string} line */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Prints what is being done, repeats it while it lasts, and prints how long it took.
 * @template T
 * @param {string} label @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function step(label, work) {
  const start = performance.now();
  say(`· ${label} …`);
  const beat = setInterval(() => say(`  still at it (${seconds(start)})`), BEAT);
  try {
    const result = await work();
    say(`  done in ${seconds(start)}`);
    return result;
  } finally {
    clearInterval(beat);
  }
}

/** @param {number} start from `performance.now()`, in milliseconds */
export function seconds(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
