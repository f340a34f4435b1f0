/** One cut of a picture: its size on the page, and the widths in pixels of its files, the least first. */
export type Cut = {
  name: string;
  width: number;
  height: number;
  widths: readonly number[];
  /** `inside`: shown whole, as wide as it needs. `centred`: whole, in the middle of its place. Otherwise it is cut to fill its place. */
  fit?: 'inside' | 'centred';
  /** Drawn on white, for places where a transparent picture could not be seen. */
  white?: true;
  /** Default: those of the shape. */
  types?: readonly PictureType[];
};

type Shape = {
  /** What staff read who choose a picture. */
  about: string;
  cuts: readonly Cut[];
  types: readonly PictureType[];
  /** The most bytes of each file. */
  most: number;
  /** Set if the picture stands on pages of both themes: the desk shows it on each. */
  grounds?: readonly ('light' | 'dark')[];
};

export type PictureType = 'avif' | 'webp' | 'jpg' | 'png';

const modern = ['avif', 'webp'] as const;

/** `icon` for browsers' tabs, home screens and search engines; `tile`, on white, for phones and mails, whose ground may be dark. */
const iconCuts = [
  { name: 'icon', width: 192, height: 192, widths: [32, 192, 512], types: ['png'] },
  { name: 'tile', width: 180, height: 180, widths: [64, 180], types: ['png'], white: true },
] as const satisfies readonly Cut[];

const signCut = { name: 'sign', width: 200, height: 36, widths: [200, 400, 600], fit: 'inside' } as const satisfies Cut;

/** The places that pictures have on the pages. */
export const pictureShapes = {
  logo: {
    about: 'A logo, dark on a transparent ground: the page draws it in grey, and turns it light on dark pages.',
    cuts: [{ name: 'mark', width: 180, height: 48, widths: [180, 360, 540], fit: 'inside' }],
    types: ['webp'],
    most: 24 * 1024,
  },
  sign: {
    about: 'The company’s sign in the header and foot of every page and of the desk, with its name in it, on a transparent ground.',
    // The icons are cut from the sign as well. Written out, because bundlers keep computed values even in pages that do not use them.
    cuts: [
      signCut,
      { name: 'icon', width: 192, height: 192, widths: [32, 192, 512], types: ['png'], fit: 'centred', white: true },
      { name: 'tile', width: 180, height: 180, widths: [64, 180], types: ['png'], fit: 'centred', white: true },
    ],
    types: ['webp'],
    most: 96 * 1024,
    grounds: ['light', 'dark'],
  },
  darksign: {
    about: 'The same sign for dark pages, where the other cannot be read there. Transparent as well.',
    cuts: [signCut],
    types: ['webp'],
    most: 24 * 1024,
    grounds: ['dark'],
  },
  icon: {
    about: 'A square for the tabs of browsers, home screens, search engines and the head of mails. Without one it is made of the sign.',
    cuts: iconCuts,
    types: ['png'],
    most: 96 * 1024,
  },
  screen: {
    about: 'A wide screen of the platform; on phones its middle is cut out.',
    cuts: [
      { name: 'wide', width: 960, height: 600, widths: [960, 1920] },
      { name: 'phone', width: 390, height: 640, widths: [390, 780] },
    ],
    types: modern,
    most: 140 * 1024,
  },
  card: {
    about: 'A picture on a card.',
    cuts: [
      { name: 'wide', width: 720, height: 480, widths: [720, 1440] },
      { name: 'phone', width: 390, height: 300, widths: [390, 780] },
    ],
    types: modern,
    most: 90 * 1024,
  },
  opening: {
    about: 'The picture beside the opening of a page.',
    cuts: [
      { name: 'wide', width: 680, height: 600, widths: [680, 1360] },
      { name: 'small', width: 720, height: 520, widths: [720, 1440] },
    ],
    types: ['webp'],
    most: 140 * 1024,
  },
  position: {
    about: 'A picture beside an open position.',
    cuts: [{ name: 'wide', width: 360, height: 240, widths: [360, 720] }],
    types: ['webp'],
    most: 60 * 1024,
  },
  social: {
    about: 'What shows where a link to the page is shared.',
    cuts: [{ name: 'card', width: 1200, height: 630, widths: [1200] }],
    types: ['jpg'],
    most: 250 * 1024,
  },
} as const satisfies Record<string, Shape>;

export type PictureShape = keyof typeof pictureShapes;

export function shapeOf(name: PictureShape): Shape {
  return pictureShapes[name];
}

/** The types of a cut's files; the last one is read by every browser. */
function typesOf({ cuts, types }: Shape, cut: string): readonly PictureType[] {
  return cuts.find(({ name }) => name === cut)?.types ?? types;
}

/** The largest file that staff may upload, in bytes, and the most pixels that it may have. */
export const pictureLimits = { bytes: 8 * 1024 * 1024, pixels: 40_000_000 } as const;

/** A picture of staff's: `id` is a hash of its files; `height` is that of the narrowest file. */
export type StaffPicture = { id: string; cuts: ReadonlyMap<string, { widths: readonly number[]; height: number }> };

const VALUE = /^([0-9a-f]{32})((?::[a-z]+=\d+(?:,\d+)*@\d+)+)$/;

/** Reads the value of a picture's field; undefined: the picture that ships, not one of staff's. */
export function staffPicture(value: string): StaffPicture | undefined {
  const [, id, cuts] = VALUE.exec(value) ?? [];
  if (id === undefined || cuts === undefined) return undefined;
  const read = [...cuts.matchAll(/:([a-z]+)=([\d,]+)@(\d+)/g)].map(
    ([, name = '', widths = '', height]) => [name, { widths: widths.split(',').map(Number), height: Number(height) }] as const,
  );
  return { id, cuts: new Map(read) };
}

/** The value of a picture's field for a picture of staff's. */
export function pictureValue({ id, cuts }: StaffPicture): string {
  return id + [...cuts].map(([name, { widths, height }]) => `:${name}=${widths.join(',')}@${height}`).join('');
}

/** The ids of staff's pictures in JSON with values of fields. */
export function pictureIdsIn(text: string): string[] {
  return [...text.matchAll(/"([0-9a-f]{32}):[a-z]+=/g)].flatMap(([, id]) => id ?? []);
}

/** The name of a picture's file, below /media/. */
export function pictureFile(id: string, cut: string, width: number, type: PictureType): string {
  return `${id}-${cut}-${width}.${type}`;
}

export const PICTURE_FILE = /^([0-9a-f]{32})-([a-z]+-\d{2,4}\.(?:avif|webp|jpg|png))$/;

/** Where visitors get pictures of staff's. */
export const MEDIA = '/media/';

/** The addresses of a cut in one type, by width, the least first; undefined: it ships with the site. */
export function pictureFiles(src: string, cut: string, type: PictureType): { address: string; width: number }[] | undefined {
  const own = staffPicture(src);
  return own?.cuts.get(cut)?.widths.map((width) => ({ address: MEDIA + pictureFile(own.id, cut, width, type), width }));
}

/** The attributes of an image that has one file for each density of the screen; `src` alone where it ships with the site. */
export function imageFiles(src: string, cut: string): { src: string; srcSet?: string } {
  const [first, ...finer] = pictureFiles(src, cut, 'webp') ?? [];
  if (first === undefined) return { src };
  if (finer.length === 0) return { src: first.address };
  return { src: first.address, srcSet: finer.map(({ address, width }) => `${address} ${width / first.width}x`).join(', ') };
}

/** Width in pixels that a preview of a picture has at the least. */
const THUMB = 96;

/** The address of one file of a picture, for a preview; of a picture that ships, its file on the site. */
export function anyFileOf(shape: PictureShape, src: string): string {
  const own = staffPicture(src);
  const [cut, { widths }] = [...(own?.cuts ?? [])][0] ?? ['', { widths: [] }];
  const types = typesOf(shapeOf(shape), cut);
  if (own !== undefined)
    return MEDIA + pictureFile(own.id, cut, widths.find((width) => width >= THUMB) ?? widths[0] ?? 0, types.at(-1) ?? 'webp');
  if (shape === 'screen' || shape === 'card') return `/screens/${src}-${shape === 'screen' ? 960 : 720}.webp`;
  return shape === 'opening' ? `${src}-wide.svg` : src;
}
