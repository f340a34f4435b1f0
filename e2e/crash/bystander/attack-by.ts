import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** `from`: the loopback address that the attack comes from, in a separate network: 127.1.0.2. */
export type AttackOrder = { attack: string; port: number; tls: boolean; from: string; seconds: number };

/** `answers`: the number of answers by status. `open`: connections that the server has not closed. */
export type AttackReport = { sentMb: number; answers: Record<string, number>; open: number };

/** Runs an attack in a separate process, so that it does not slow down the measuring one. */
export async function attackBy(order: AttackOrder): Promise<AttackReport> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'attacker.ts'), JSON.stringify(order)]);
  return JSON.parse(stdout) as AttackReport;
}
