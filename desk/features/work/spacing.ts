export type Spacing = { ask: () => void; stop: () => void };

/** Runs something whenever it is asked for, but not twice within a pause: what is asked for meanwhile is done once, at its end. */
export function createSpacing(pause: number, run: () => void): Spacing {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;
  const ask = (): void => {
    if (timer !== undefined) {
      isWanted = true;
      return;
    }
    run();
    timer = setTimeout(() => {
      timer = undefined;
      if (isWanted) ask();
      isWanted = false;
    }, pause);
  };
  return { ask, stop: () => clearTimeout(timer) };
}
