import { percent } from '../../contract/figures/format.ts';

const PAUSE = 2000;

export type Progress = (done: number, all: number) => void;

/** Returns a function that reports progress, at most every two seconds: quick work reports nothing. */
export function progressOf(what: string, tell: (text: string) => void): Progress {
  let told = performance.now();
  return (done, all) => {
    if (all === 0 || performance.now() - told < PAUSE) return;
    told = performance.now();
    tell(`${what}: ${percent(Math.floor((100 * done) / all), 0)}`);
  };
}

export function inMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e8 ? 1 : 0)} MB`;
}
