import { existsSync, readFileSync } from 'node:fs';

/** Clock ticks a second in /proc. */
const HERTZ = 100;
const stat = '/proc/self/stat';

let counted = 0;

/**
 * @returns user and system processor seconds of the child processes that ended since the last call, including their children, but without those that
 * outlive their parent; undefined if the system is not Linux
 */
export function processorSeconds(): number | undefined {
  if (!existsSync(stat)) return undefined;
  // cutime and cstime are the 16th and 17th field (proc(5)); the second, a name in brackets, may contain spaces.
  const text = readFileSync(stat, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const total = (Number(fields[13]) + Number(fields[14])) / HERTZ;
  const fresh = total - counted;
  counted = total;
  return fresh;
}
