import { companyIcon } from '../../contract/company-sign.ts';
import { MEDIA } from '../../contract/pictures.ts';
import { sign } from '../content/sign.ts';
import icon from '../public/favicon.svg?inline';

/** Links to the icons: those that staff uploaded, or those that ship. */
export function iconLinks(): string {
  const [small, large, touch] = [companyIcon(sign, 'icon', 32), companyIcon(sign, 'icon', 192), companyIcon(sign, 'tile', 180)];
  if (small === undefined) return ICONS;
  return `<link rel="icon" href="${MEDIA}${small}" sizes="32x32" type="image/png"><link rel="icon" href="${MEDIA}${large}" sizes="192x192" type="image/png"><link rel="apple-touch-icon" href="${MEDIA}${touch}">`;
}

/** The SVG icon is small enough to be inlined, which saves a request during the first view. Search engines only show icons that are files. */
const ICONS = `<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="${icon}" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png">`;
