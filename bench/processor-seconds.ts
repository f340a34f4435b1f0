import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second, in which the kernel counts (USER_HZ). */
const TICKS = 100;

/** Seconds of processor time that a process has used. */
export function secondsOf(pid: number): number {
  return ticks(pid, 13, 14) / TICKS;
}

/** The same of a process and of all that it has started, those that have ended included. */
export function secondsOfFamily(pid: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid);
  return (ticks(pid, 13, 14, 15, 16) + children.reduce((sum, child) => sum + ticks(Number(child), 13, 14), 0)) / TICKS;
}

function parentOf(pid: number): number {
  return Number(statOf(pid)[3]);
}

function ticks(pid: number, ...fields: number[]): number {
  const stat = statOf(pid);
  return fields.reduce((sum, field) => sum + Number(stat[field] ?? 0), 0);
}

/** The fields of /proc/PID/stat, which proc(5) counts from one; none where the process has ended. */
function statOf(pid: number): string[] {
  try {
    // The second may hold spaces and brackets.
    return readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/\(.*\)/s, '-')
      .split(' ');
  } catch {
    return [];
  }
}
