/**
 * Calls a function once: after so many milliseconds, or when the signal is aborted. Used in place of AbortSignal.timeout and AbortSignal.any: these
 * hold weak references to the objects of the work, which then survive every minor garbage collection.
 * @returns ends the wait
 */
export function atDeadline(ms: number, signal: AbortSignal | undefined, call: () => void): () => void {
  const end = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', late);
  };
  const late = () => {
    end();
    call();
  };
  const timer = setTimeout(late, ms);
  signal?.addEventListener('abort', late);
  if (signal?.aborted === true) late();
  return end;
}
