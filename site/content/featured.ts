import { listOf } from '../../contract/content-lists.ts';
import marks from './marks.json' with { type: 'json' };
import type { PictureShape } from '../../contract/pictures.ts';
import { declared } from './declared.ts';

export type FeaturedMark = {
  id: string;
  name: string;
  kind: string;
  width: number;
  height: number;
  shape: PictureShape;
  src: string;
  sample: boolean;
};

/** Press, events and awards of the 'FEATURED IN' strip. All twenty are samples with invented names: replace the files in site/public/marks/. */
export const featured: { heading: string; pause: string; play: string; moves: string; marks: readonly FeaturedMark[] } = declared(
  'featured',
  {
    heading: 'FEATURED IN',
    pause: 'Pause',
    play: 'Play',
    moves: 'the strip of logos',
    // `most` is the largest number with which the moving row is tested.
    marks: listOf(
      { least: 1, most: 45 },
      marks.map((mark) => ({ ...mark, shape: 'logo', src: `/marks/${mark.id}.svg`, sample: true }) as const),
    ),
  },
);
