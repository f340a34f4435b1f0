import type { HeadlineFigure } from '../content/headline-figures.ts';

export type CountedFigure = Pick<HeadlineFigure, 'number' | 'decimals' | 'prefix' | 'suffix'>;

export function countedFigure({ number, decimals, prefix, suffix }: CountedFigure): string {
  return JSON.stringify({ number, decimals, prefix, suffix });
}
