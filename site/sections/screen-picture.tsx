import { preload } from 'react-dom';
import { pictureFiles } from '../../contract/pictures.ts';

type ScreenPictureProps = {
  /** The name of its files, or what staff put in its place. */
  src: string;
  alt: string;
  shape: keyof typeof shapes;
  /** CSS width of the picture on wide windows, for the `sizes` attribute. */
  sizes: string;
  /** The first picture of a page loads at once and before others; the others load when they come near. */
  first?: boolean;
};

/** Widths in px of the files in site/public/screens/, for pictures that ship. A phone shows the picture at nine tenths of the window's width. */
const shapes = {
  screen: { widths: [960, 1920], height: 600, phones: { avif: [390, 650, 780], webp: [390, 780] }, phoneHeight: 640 },
  card: { widths: [720, 1440], height: 480, phones: { avif: [390, 780], webp: [390, 780] }, phoneHeight: 300 },
} as const;

export function ScreenPicture({ src, alt, shape, sizes, first = false }: ScreenPictureProps) {
  const { widths, height, phones, phoneHeight } = shapes[shape];
  const files = (type: 'avif' | 'webp', cut: 'wide' | 'phone') => {
    const name = cut === 'wide' ? src : `${src}-phone`;
    const shipped = cut === 'wide' ? widths : phones[type];
    return pictureFiles(src, cut, type) ?? shipped.map((width) => ({ address: `/screens/${name}-${width}.${type}`, width }));
  };
  const set = (type: 'avif' | 'webp', cut: 'wide' | 'phone') =>
    files(type, cut)
      .map(({ address, width }) => `${address} ${width}w`)
      .join(', ');
  if (first) {
    const hint = { as: 'image', type: 'image/avif', fetchPriority: 'high' } as const;
    // Loaded before the fonts, which come later in the head, so that it gets the one open connection. React distinguishes preloads by their name.
    preload(`${src}-phone`, { ...hint, media: '(width < 40rem)', imageSrcSet: set('avif', 'phone'), imageSizes: '90vw' });
    preload(src, { ...hint, media: '(width >= 40rem)', imageSrcSet: set('avif', 'wide'), imageSizes: sizes });
  }
  return (
    <picture>
      {(['avif', 'webp'] as const).map((type) => (
        <source
          key={`phone ${type}`}
          media="(width < 40rem)"
          type={`image/${type}`}
          srcSet={set(type, 'phone')}
          sizes="90vw"
          width={390}
          height={phoneHeight}
        />
      ))}
      <source type="image/avif" srcSet={set('avif', 'wide')} sizes={sizes} />
      <img
        src={files('webp', 'wide')[0]?.address}
        srcSet={set('webp', 'wide')}
        sizes={sizes}
        alt={alt}
        width={widths[0]}
        height={height}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'low'}
        decoding={first ? 'sync' : 'async'}
      />
    </picture>
  );
}
