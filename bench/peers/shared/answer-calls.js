/**
 * Answers what the process that started this one calls: `{ id, call, input }` with `{ id, result }` or `{ id, error }`. Ends with its parent.
 * @param {Record<string, (input: any) => unknown>} calls
 */
export function answerCalls(calls) {
  process.on('message', (/** @type {{ id: number, call: string, input: unknown }} */ { id, call, input }) => {
    Promise.resolve()
      .then(() => calls[call]?.(input))
      .then((result) => process.send?.({ id, result: result ?? null }))
      .catch((error) => process.send?.({ id, error: error.stack }));
  });
  process.once('disconnect', () => process.exit());
}

/** Milliseconds by the machine's monotonic clock, which all its processes share. */
export function machineTime() {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** @returns what a no-op job calls: it tells the parent how many have run, and when a probe began */
export function createTelling() {
  let ran = 0;
  let told = 0;
  setInterval(() => {
    if (ran > told) process.send?.({ ran: (told = ran) });
  }, 5).unref();
  return (/** @type {{ probe?: boolean | undefined } | undefined} */ payload) => {
    ran += 1;
    if (payload?.probe) process.send?.({ began: machineTime() });
  };
}
