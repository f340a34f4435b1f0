import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Clock ticks a second in /proc. */
const HERTZ = 100;
const stat = '/proc/self/stat';

let counted = 0;

/**
 * Counts the processor time of a process and of everything it starts, those that outlive their parent included, such as a browser's.
 * @param pid a process that has started nothing yet
 * @returns ends the count: user and system seconds; undefined where this process may not make a control group
 */
export function countProcessor(pid: number): (() => number) | undefined {
  const kind = kinds.find(({ folder }) => existsSync(folder));
  const own = kind && kind.mine.exec(readIfThere('/proc/self/cgroup'))?.[1];
  if (kind === undefined || own === undefined) return undefined;
  // Inside the group of this process, which keeps counting as well.
  const group = join(kind.folder, own, `test-${pid}`);
  try {
    mkdirSync(group);
    writeFileSync(join(group, 'cgroup.procs'), String(pid));
  } catch {
    remove(group);
    return undefined;
  }
  return () => {
    const seconds = kind.read(group);
    remove(group);
    return seconds;
  };
}

/** Control groups of version 1 and 2. */
const kinds = [
  {
    folder: '/sys/fs/cgroup/cpuacct',
    mine: /^\d+:(?:[^:]*,)?cpuacct(?:,[^:]*)?:(.*)$/m,
    read: (group: string) => Number(readFileSync(join(group, 'cpuacct.usage'), 'utf8')) / 1e9,
  },
  { folder: '/sys/fs/cgroup', mine: /^0::(.*)$/m, read: (group: string) => usage(readFileSync(join(group, 'cpu.stat'), 'utf8')) / 1e6 },
];

function usage(text: string): number {
  return Number(/^usage_usec (\d+)$/m.exec(text)?.[1] ?? 0);
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** A group is kept, empty and harmless, while a process that outlived the step is in it. */
function remove(group: string): void {
  try {
    rmdirSync(group);
  } catch {
    // A process is still in the group, or the group could not be made.
  }
}

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
