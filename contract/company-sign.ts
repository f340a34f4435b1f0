import { companyName } from './company.ts';
import { withWords, type Words } from './content-fields.ts';
import { imageFiles, MEDIA, pictureFiles, staffPicture, type PictureShape } from './pictures.ts';

/**
 * The company's sign as it ships: a point on a curve with its ordinate dropped to the base line, in a 24 by 24 box. A sample, like the company's name.
 * Strokes have the current colour, the point has the accent.
 */
export const companySign = {
  box: 24,
  curve: 'M3 17.5C8 17.5 9 6 21 6',
  lines: 'M13.2 9.3V21M3 21H21',
  point: { x: 13.2, y: 9.3, r: 3 },
} as const;

type SignPicture = { shape: PictureShape; src: string };

/** The sign and the icon as pictures, which staff may upload. Without an upload, code draws the sign that ships, beside the name. */
export type CompanySign = { onLightPages: SignPicture & { alt: string }; onDarkPages: SignPicture; icon: SignPicture };

const DRAWN = '/favicon.svg';

export const shippedSign: CompanySign = {
  onLightPages: { shape: 'sign', src: DRAWN, alt: companyName },
  onDarkPages: { shape: 'darksign', src: DRAWN },
  icon: { shape: 'icon', src: DRAWN },
};

export function companySignIn(words: Words): CompanySign {
  return withWords('sign', shippedSign, words);
}

export type SignImage = { src: string; srcSet?: string; width: number; height: number };

/** The image of a sign that staff uploaded; undefined: the one that ships. */
export function signImage({ src }: SignPicture): SignImage | undefined {
  const { widths: [width = 0] = [], height = 0 } = staffPicture(src)?.cuts.get('sign') ?? {};
  return width === 0 ? undefined : { ...imageFiles(src, 'sign'), width, height };
}

/** The two images of the sign, where staff uploaded one. `dark`: only where dark pages have another. */
export function signImages({ onLightPages, onDarkPages }: CompanySign): { light: SignImage; dark: SignImage | null } | null {
  const light = signImage(onLightPages);
  return light === undefined ? null : { light, dark: signImage(onDarkPages) ?? null };
}

/** File below /media/ of the icon that staff uploaded, else of their sign's: at least `least` pixels wide, if any is. Undefined: as it ships. */
export function companyIcon({ icon, onLightPages }: CompanySign, cut: 'icon' | 'tile', least: number): string | undefined {
  const files = pictureFiles(icon.src, cut, 'png') ?? pictureFiles(onLightPages.src, cut, 'png') ?? [];
  return (files.find(({ width }) => width >= least) ?? files.at(-1))?.address.slice(MEDIA.length);
}
