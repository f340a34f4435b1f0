import type { Plugin } from 'vite';

/** A hundredth of a pixel, or of a letter's size: no window is as wide. */
const LESS = 0.01;

/**
 * Writes the media queries of styles as iOS 15 reads them. For it Lightning CSS leaves out ranges, and writes `not (min-width: 600px)`, which is
 * as new as they are.
 */
export function plainMediaQueries(): Plugin {
  return {
    name: 'plain-media-queries',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = withoutNot(String(file.source));
      },
    },
  };
}

/** Exported for its test. */
export function withoutNot(css: string): string {
  const opposite = { min: 'max', max: 'min' } as const;
  // 'width:600' and 'px'.
  const plain = (_: string, end: 'min' | 'max', bound: string, unit: string) => {
    const [side = '', size = ''] = bound.split(':');
    return `(${opposite[end]}-${side}:${(Number(size) + (end === 'min' ? -LESS : LESS)).toFixed(2)}${unit})`;
  };
  const not = /not \((min|max)-((?:width|height):[\d.]+)(px|rem)\)/g;
  return css.replaceAll(new RegExp(`\\(${not.source}\\)`, 'g'), plain).replaceAll(not, plain);
}
