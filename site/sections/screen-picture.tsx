import { preload } from 'react-dom';

type ScreenPictureProps = {
  id: string;
  alt: string;
  shape: keyof typeof shapes;
  /** CSS width of the picture on wide windows, for the `sizes` attribute. */
  sizes: string;
  /** The first picture of a page loads at once and before others; the others load when they come near. */
  first?: boolean;
};

/** Widths in px of the files in site/public/screens/. A phone shows the picture at nine tenths of the window's width. */
const shapes = {
  screen: { widths: [960, 1920], height: 600, phones: { avif: [390, 650, 780], webp: [390, 780] }, phoneHeight: 640 },
  card: { widths: [720, 1440], height: 480, phones: { avif: [390, 780], webp: [390, 780] }, phoneHeight: 300 },
} as const;

export function ScreenPicture({ id, alt, shape, sizes, first = false }: ScreenPictureProps) {
  const { widths, height, phones, phoneHeight } = shapes[shape];
  const set = (of: readonly number[], type: string, name = id) =>
    of.map((width) => `/screens/${name}-${width}.${type} ${width}w`).join(', ');
  if (first) {
    const hint = { as: 'image', type: 'image/avif', fetchPriority: 'high' } as const;
    // Loaded before the fonts, which come later in the head, so that it gets the one open connection. React distinguishes preloads by their name.
    preload(`${id}-phone`, { ...hint, media: '(width < 40rem)', imageSrcSet: set(phones.avif, 'avif', `${id}-phone`), imageSizes: '90vw' });
    preload(id, { ...hint, media: '(width >= 40rem)', imageSrcSet: set(widths, 'avif'), imageSizes: sizes });
  }
  return (
    <picture>
      {(['avif', 'webp'] as const).map((type) => (
        <source
          key={`phone ${type}`}
          media="(width < 40rem)"
          type={`image/${type}`}
          srcSet={set(phones[type], type, `${id}-phone`)}
          sizes="90vw"
          width={390}
          height={phoneHeight}
        />
      ))}
      <source type="image/avif" srcSet={set(widths, 'avif')} sizes={sizes} />
      <img
        src={`/screens/${id}-${widths[0]}.webp`}
        srcSet={set(widths, 'webp')}
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
