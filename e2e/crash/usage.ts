import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { RunningServer } from '../fixtures/server.ts';

/** What a server has used since its start: processor seconds, and its peak memory in MB. */
export async function usageOf({ process: { pid } }: RunningServer): Promise<{ seconds: number; peakMb: number }> {
  const [seconds, status] = await Promise.all([processorSecondsOf(pid!), readFile(`/proc/${pid}/status`, 'utf8')]);
  const peakKb = Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]);
  return { seconds, peakMb: peakKb / 1024 };
}

/** Milliseconds that the server's main thread, which runs the event loop, has been busy. */
export function threadMsOf({ process: { pid } }: RunningServer): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

export async function processorSecondsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // User and system time, in hundredths of a second, are the 12th and 13th field after the process name, which may contain spaces (proc_pid_stat(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Processor seconds that this machine needs now to decode a MB of form: a unit for other costs, as machines differ and may be busy. */
export function decodingSeconds(): number {
  const form = Array.from({ length: 100_000 }, (_, n) => `k${n}=`).join('&');
  const all = Array.from({ length: 10 }, () => {
    const before = process.cpuUsage();
    new URLSearchParams(form).sort();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  });
  return all.sort((a, b) => a - b)[all.length / 2]! / (form.length / 1024 / 1024);
}
