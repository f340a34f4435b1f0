import { randomUUID } from 'node:crypto';
import { Script } from 'node:vm';

/**
 * Calls a function, and interrupts it when it takes too long.
 * @param ms time limit in milliseconds
 * @throws Error with the code ERR_SCRIPT_EXECUTION_TIMEOUT
 */
export function callBounded<Result>(call: () => Result, ms: number): Result {
  const name = `bounded-${randomUUID()}`;
  const held = globalThis as unknown as Record<string, unknown>;
  held[name] = call;
  try {
    return new Script(`globalThis[${JSON.stringify(name)}]()`).runInThisContext({ timeout: ms }) as Result;
  } finally {
    delete held[name];
  }
}
