import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeIcons } from './brand/icons.ts';
import { reportFonts } from './fonts/report-fonts.ts';
import { writeSiteFonts } from './fonts/site-fonts.ts';
import { writeSocial } from './brand/social-pictures.ts';
import { writeSocialCards } from './brand/social-cards.ts';

type Task = { name: string; makes: string; run(): void | Promise<void> };

const tasks: readonly Task[] = [
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
  { name: 'icons', makes: 'site/public/favicon.svg, favicon.ico and PNG sizes, and server/mail/logo.png', run: writeIcons },
  { name: 'social', makes: 'site/public/social.png and social-cognitivepro.png: what a shared link shows', run: writeSocial },
  {
    name: 'cards',
    makes: 'site/public/social/*.png and site/content/social.json: what a shared link to any other page shows',
    run: writeSocialCards,
  },
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
