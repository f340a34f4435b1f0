import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeRidgelines } from './about/ridgelines.ts';
import { writeCareers } from './careers/pictures.ts';
import { writeIcons, writeMarks } from './brand/brand-files.ts';
import { reportFonts } from './fonts/report-fonts.ts';
import { writeSiteFonts } from './fonts/site-fonts.ts';
import { writeScreens } from './screens/write-screens.ts';
import { writeSocial } from './brand/social-pictures.ts';
import { evidenceFigure, graphFigure, walkFigure } from './market/figure.ts';
import { sampleRecords } from './market/sample-records.ts';
import { writePapers } from './papers/write-papers.ts';
import { writeSocialCards } from './social/social-cards.ts';

type Task = { name: string; makes: string; run(): void | Promise<void> };

const tasks: readonly Task[] = [
  {
    name: 'graph',
    makes: 'site/content/market-graph.json: the market graph, computed from the sample series',
    run: () => writeJson('site/content/market-graph.json', graphFigure()),
  },
  {
    name: 'walk',
    makes: 'site/content/walk-forward.json: the methodology chart, a rule tested on the sample series',
    run: () => writeJson('site/content/walk-forward.json', walkFigure()),
  },
  {
    name: 'evidence',
    makes: 'site/content/evidence.json: allocation, correlations and signals of the last sample day',
    run: () => writeJson('site/content/evidence.json', evidenceFigure()),
  },
  {
    name: 'records',
    makes: 'server/insights/sample/records.json: the sample portfolios’ track records',
    run: () => writeJson('server/insights/sample/records.json', sampleRecords()),
  },
  {
    name: 'screens',
    makes: 'site/public/screens/: the eight screens and four card pictures, wide and for phones, AVIF and WebP, two densities',
    run: writeScreens,
  },
  {
    name: 'site-fonts',
    makes: 'ui/styles/fonts/: the first fonts of every page, cut down to the characters that site-fonts.ts lists',
    run: writeSiteFonts,
  },
  {
    name: 'report-fonts',
    makes: 'server/reports/pdf/fonts.json: the faces that reports are set in',
    run: () => writeJson('server/reports/pdf/fonts.json', reportFonts()),
  },
  {
    name: 'papers',
    makes: 'server/insights/sample/papers/: the three sample papers as PDFs, and their pictures',
    run: writePapers,
  },
  { name: 'marks', makes: 'site/public/marks/*.svg and site/content/marks.json: twenty sample word marks', run: writeMarks },
  { name: 'icons', makes: 'site/public/favicon.svg, favicon.ico and PNG sizes, and server/mail/logo.png', run: writeIcons },
  { name: 'social', makes: 'site/public/social.png and social-cognitivepro.png: what a shared link shows', run: writeSocial },
  {
    name: 'cards',
    makes: 'site/public/social/*.png and site/content/social.json: what a shared link to any other page shows',
    run: writeSocialCards,
  },
  { name: 'about', makes: 'site/public/about/*: the picture of the about page, from the sample series', run: writeRidgelines },
  { name: 'careers', makes: 'site/public/careers/*: the two pictures of the cards on /careers, from the sample series', run: writeCareers },
];

await main(process.argv.slice(2));

async function main(names: readonly string[]): Promise<void> {
  if (names.includes('--help') || names.includes('-h')) {
    console.log(help());
    return;
  }
  const unknown = names.find((name) => !tasks.some((task) => task.name === name));
  if (unknown !== undefined) {
    console.error(`art: nothing is called '${unknown}'.\n\n${help()}`);
    process.exitCode = 2;
    return;
  }
  for (const task of tasks) {
    if (names.length > 0 && !names.includes(task.name)) continue;
    const start = performance.now();
    await task.run();
    console.log(`${task.name.padEnd(12)} ${task.makes} (${Math.round(performance.now() - start)} ms)`);
  }
}

function help(): string {
  const rows = tasks.map((task) => `  ${task.name.padEnd(12)} ${task.makes}`);
  return ['Usage: npm run art -- [name…]', 'Draws the pictures that the site ships; everything without a name.', '', ...rows].join('\n');
}

function writeJson(path: string, value: unknown): void {
  const target = fileURLToPath(new URL(`../${path}`, import.meta.url));
  writeFileSync(target, `${JSON.stringify(value)}\n`);
}
