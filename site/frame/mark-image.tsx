import { imageFiles, staffPicture } from '../../contract/pictures.ts';
import type { FeaturedMark } from '../content/featured.ts';

/** A logo of the press, an event or an award. */
export function MarkImage({ mark, again = false }: { mark: FeaturedMark; again?: boolean }) {
  const own = staffPicture(mark.src)?.cuts.get('mark');
  const [width, height] = own === undefined ? [mark.width, mark.height] : [own.widths[0], own.height];
  return (
    <img {...imageFiles(mark.src, 'mark')} alt={again ? '' : mark.name} width={width} height={height} loading="lazy" decoding="async" />
  );
}
