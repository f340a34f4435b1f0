import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** `from`: the address of this machine that it comes from, in a network of its own: 127.1.0.2. */
export type AttackOrder = { attack: string; port: number; tls: boolean; from: string; seconds: number };

/** `answers`: how many of each status. `open`: connections that the other side has not ended. */
export type AttackReport = { sentMb: number; answers: Record<string, number>; open: number };

/** Attacks from a process of its own, so that it takes nothing from whoever measures. */
export async function attackBy(order: AttackOrder): Promise<AttackReport> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'attacker.ts'), JSON.stringify(order)]);
  return JSON.parse(stdout) as AttackReport;
}
