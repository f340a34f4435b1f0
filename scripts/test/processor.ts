import { existsSync, readFileSync } from 'node:fs';

/** Ticks a second, in which Linux counts for every program. */
const HERTZ = 100;
const stat = '/proc/self/stat';

let counted = 0;

/**
 * Processor seconds, user's and system's, of the children that ended since the last call, with theirs; undefined where Linux does not
 * count them. A process that outlives its parent is not among them.
 */
export function processorSeconds(): number | undefined {
  if (!existsSync(stat)) return undefined;
  // proc(5): cutime and cstime are the 16th and 17th field; the second, a name in brackets, may hold spaces.
  const text = readFileSync(stat, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const total = (Number(fields[13]) + Number(fields[14])) / HERTZ;
  const fresh = total - counted;
  counted = total;
  return fresh;
}
