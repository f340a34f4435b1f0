import { elementAt } from '../../contract/checked.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { pages, type PageRow } from '../../contract/pages.ts';
import { themeOf } from '../../contract/theme.ts';
import { company } from '../../site/content/company.ts';
import { companySign } from '../../contract/company-sign.ts';
import { marketGraph } from '../../site/content/market-graph.ts';
import { dark, light } from '../../ui/tokens.ts';
import { lettering, wrap } from '../draw/text.ts';

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 72;

type Palette = typeof light | typeof dark;

/** A card for every indexed page without a picture (social-pictures.ts has the others), and the list of cards for the pages' heads. */
export async function writeSocialCards(): Promise<void> {
  const folder = file('site/public/social/');
  mkdirSync(folder, { recursive: true });
  const rows = await Promise.all(
    shared().map(async (page) => {
      const title = headline(page);
      const png = sharp(Buffer.from(card(title, themeOf(page.path) === 'dark' ? dark : light))).png({
        palette: true,
        colours: 64,
        effort: 10,
      });
      writeFileSync(`${folder}${page.component}.png`, await png.toBuffer());
      return { name: page.component, alt: `${title}. ${company.name}, ${company.tagline}` };
    }),
  );
  writeFileSync(file('site/content/social.json'), `${JSON.stringify(rows, null, 1)}\n`);
}

const drawn = ['home', 'cognitivepro'];

function shared(): PageRow[] {
  return pages.filter(
    ({ indexed, component }, i) => indexed && !drawn.includes(component) && pages.findIndex((page) => page.component === component) === i,
  );
}

function headline({ title }: PageRow): string {
  return title.replace(/ \| .*$/, '');
}

function card(title: string, palette: Palette): string {
  const style = { size: 64, weight: 600, fill: palette.ink } as const;
  const lines = wrap(title, 640, style);
  const top = 350 - (lines.length - 1) * 36;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${palette.canvas}"/>`,
    graph(palette),
    logo(palette),
    ...lines.map((line, i) => lettering(line, MARGIN, top + i * 72, style)),
    lettering(company.tagline, MARGIN, HEIGHT - MARGIN, { size: 30, fill: palette['ink-3'] }),
    '</svg>',
  ].join('');
}

function logo({ ink, primary }: Palette): string {
  const { curve, lines, point } = companySign;
  return (
    `<g transform="translate(${MARGIN} 64) scale(2)" fill="none" stroke="${ink}" stroke-linecap="round">` +
    `<path d="${curve}" stroke-width="2.4"/><path d="${lines}" stroke-width="1.6"/>` +
    `<circle cx="${point.x}" cy="${point.y}" r="${point.r}" fill="${primary}" stroke="none"/></g>` +
    lettering(company.name, MARGIN + 64, 102, { size: 40, weight: 600, fill: ink })
  );
}

function graph({ primary, 'line-strong': line, ink, canvas }: Palette): string {
  const { nodes, tree, strong } = marketGraph;
  const at = (i: number) => elementAt(nodes, i).slice(2, 4).join(' ');
  const path = (edges: typeof tree) => edges.map(([a, b]) => `M${at(a)}L${at(b)}`).join('');
  const degree = (i: number) => tree.filter(([a, b]) => a === i || b === i).length;
  const points = nodes.map(([, , x, y], i) => {
    const hub = degree(i) > 3;
    return `<circle cx="${x}" cy="${y}" r="${3.5 + degree(i)}" fill="${hub ? primary : ink}"/>`;
  });
  return (
    `<g transform="translate(590 -10) scale(1.06)" fill="none" stroke="${line}">` +
    `<path d="${path(strong)}" stroke-width=".7" opacity=".5"/><path d="${path(tree)}" stroke-width="1.6"/>` +
    `<g stroke="${canvas}" stroke-width="2">${points.join('')}</g></g>` +
    `<linearGradient id="veil"><stop stop-color="${canvas}"/><stop offset="1" stop-color="${canvas}" stop-opacity="0"/></linearGradient>` +
    `<rect x="560" width="260" height="${HEIGHT}" fill="url(#veil)" opacity=".85"/>`
  );
}

function file(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
