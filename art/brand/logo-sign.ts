import { companySign } from '../../contract/company-sign.ts';

export function signSvg({ ink, accent, ground, air = 4 }: { ink: string; accent: string; ground: string; air?: number }): string {
  const { box, curve, lines, point } = companySign;
  const side = box + 2 * air;
  // A picture with a wide margin is for a home screen, which rounds the corners itself.
  const corner = air > 4 ? 0 : 6;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-air} ${-air} ${side} ${side}">` +
    `<rect x="${-air}" y="${-air}" width="${side}" height="${side}" rx="${corner}" fill="${ground}"/>` +
    `<g fill="none" stroke="${ink}" stroke-linecap="round"><path d="${curve}" stroke-width="2.4"/><path d="${lines}" stroke-width="1.6"/></g>` +
    `<circle cx="${point.x}" cy="${point.y}" r="${point.r}" fill="${accent}"/></svg>`
  );
}
