export type Spacing = { ask: () => void; stop: () => void };

/** Runs a function at most once per pause (milliseconds). Requests within the pause are combined into one run at its end. */
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
