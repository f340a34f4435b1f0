// What the commands say while they work: on stderr, so that what a command prints can be piped.

const BEAT = 10_000;

/** @param {string} line */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Says what is being done, that it still is, and how long it took.
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

/** @param {number} start of `performance.now()` */
export function seconds(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
