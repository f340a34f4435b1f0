import { elementAt } from '../../contract/checked.ts';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { cognitivePro } from '../../site/content/cognitive-pro.ts';
import { company } from '../../site/content/company.ts';
import { home } from '../../site/content/home.ts';
import { marketGraph } from '../../site/content/market-graph.ts';
import { companySign } from '../../contract/company-sign.ts';
import { dark, light } from '../../ui/tokens.ts';
import { lettering, wrap } from '../draw/text.ts';

const WIDTH = 1200;
const HEIGHT = 630;
type Colours = typeof light | typeof dark;

export async function writeSocial(): Promise<void> {
  await write('social', picture(light, home.hero.title, home.hero.lead, graph(light)));
  const screen = (await sharp(file('screens/signals-of-the-day-1920.webp')).resize(960, 600).png().toBuffer()).toString('base64');
  const drawing = `<image x="600" y="86" width="960" height="600" href="data:image/png;base64,${screen}"/>`;
  await write('social-cognitivepro', picture(dark, cognitivePro.title, cognitivePro.subtitle, drawing));
}

function picture(colours: Colours, title: string, lead: string, drawing: string): string {
  const titles = wrap(title, 520, { size: 78, weight: 600 });
  const leads = wrap(lead, 470, { size: 27 });
  const top = 330 - (titles.length * 80 + leads.length * 38) / 2 + 60;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="${colours.canvas}"/>` +
    drawing +
    logo(colours) +
    titles.map((line, i) => lettering(line, 64, top + i * 80, { size: 78, weight: 600, tracking: -0.022, fill: colours.ink })).join('') +
    leads.map((line, i) => lettering(line, 66, top + titles.length * 80 - 14 + i * 38, { size: 27, fill: colours['ink-2'] })).join('') +
    '</svg>'
  );
}

function logo({ ink, 'line-strong': line, primary }: Colours): string {
  return (
    `<g transform="translate(62 54) scale(1.7)" fill="none" stroke-linecap="round"><path d="${companySign.curve}" stroke="${ink}" stroke-width="2.2"/>` +
    `<path d="${companySign.lines}" stroke="${line}" stroke-width="1.5"/><circle cx="${companySign.point.x}" cy="${companySign.point.y}" r="${companySign.point.r}" fill="${primary}"/></g>` +
    lettering(company.name, 116, 87, { size: 32, weight: 600, tracking: -0.012, fill: ink })
  );
}

function graph({ ink, primary, 'line-strong': line }: Colours): string {
  const { nodes, tree, strong } = marketGraph;
  const at = (i: number) => {
    const [, , x, y] = elementAt(nodes, i);
    return `${570 + x * 0.87} ${24 + y * 0.94}`;
  };
  const path = (edges: typeof tree, stroke: string, width: number) =>
    `<path d="${edges.map(([a, b]) => `M${at(a)}L${at(b)}`).join('')}" stroke="${stroke}" stroke-width="${width}" fill="none"/>`;
  const degree = (i: number) => tree.filter(([a, b]) => a === i || b === i).length;
  const points = nodes.map(([, sector], i) => {
    const [x, y] = at(i).split(' ');
    return `<circle cx="${x}" cy="${y}" r="${4.4 + degree(i) * 0.8}" fill="${sector % 2 === 0 ? primary : ink}" fill-opacity="${sector % 3 === 0 ? 1 : 0.62}"/>`;
  });
  return path(strong, line, 0.6) + path(tree, ink, 1.6) + points.join('');
}

async function write(name: string, svg: string): Promise<void> {
  await sharp(Buffer.from(svg))
    .png({ compressionLevel: 9, palette: true, quality: 90 })
    .toFile(file(`${name}.png`));
}

function file(path: string): string {
  return fileURLToPath(new URL(`../../site/public/${path}`, import.meta.url));
}
