/** Calls `ask` again and again until it returns something other than `undefined`. @param patience milliseconds after which it throws */
export async function until<T>(what: string, ask: () => Promise<T | undefined> | T | undefined, patience = 120_000): Promise<T> {
  const deadline = performance.now() + patience;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) throw new Error(`Waited ${patience} ms in vain for ${what}`);
    await pause(50);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
