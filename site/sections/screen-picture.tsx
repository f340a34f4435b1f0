type ScreenPictureProps = {
  id: string;
  alt: string;
  shape: 'screen' | 'card';
  /** CSS width of the picture on wide windows, as the `sizes` attribute wants it. */
  sizes: string;
  /** The first picture of a page loads at once and before others; those as they come near. */
  first?: boolean;
};

const shapes = {
  screen: { widths: [960, 1920], height: 600, phoneHeight: 640 },
  card: { widths: [720, 1440], height: 480, phoneHeight: 300 },
} as const;

export function ScreenPicture({ id, alt, shape, sizes, first = false }: ScreenPictureProps) {
  const { widths, height, phoneHeight } = shapes[shape];
  const set = (type: string) => widths.map((width) => `/screens/${id}-${width}.${type} ${width}w`).join(', ');
  const phone = (type: string) => `/screens/${id}-phone-390.${type} 1x, /screens/${id}-phone-780.${type} 2x`;
  return (
    <picture>
      {['avif', 'webp'].map((type) => (
        <source
          key={`phone ${type}`}
          media="(width < 40rem)"
          type={`image/${type}`}
          srcSet={phone(type)}
          width={390}
          height={phoneHeight}
        />
      ))}
      <source type="image/avif" srcSet={set('avif')} sizes={sizes} />
      <img
        src={`/screens/${id}-${widths[0]}.webp`}
        srcSet={set('webp')}
        sizes={sizes}
        alt={alt}
        width={widths[0]}
        height={height}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'low'}
        decoding="async"
      />
    </picture>
  );
}
