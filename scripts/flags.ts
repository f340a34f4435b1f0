// Copies the flags of the phone list into site/public/flags/, from an unpacked copy of the npm package
// country-flag-icons (MIT, https://gitlab.com/catamphetamine/country-flag-icons). The files are committed: the package
// unpacks to 22 MB, which nobody should download to start the site. To renew them:
//   npm pack country-flag-icons@1.6.20 && tar xzf country-flag-icons-*.tgz && node scripts/flags.ts package
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countries } from '../contract/countries.ts';

const unpacked = process.argv[2];
if (!unpacked) {
  console.error('Usage: node scripts/flags.ts <folder of the unpacked package country-flag-icons>');
  process.exit(2);
}

const target = resolve(fileURLToPath(import.meta.url), '../../site/public/flags');
mkdirSync(target, { recursive: true });
for (const old of readdirSync(target)) rmSync(join(target, old));
for (const [, iso2] of countries) {
  copyFileSync(join(unpacked, '3x2', `${iso2.toUpperCase()}.svg`), join(target, `${iso2}.svg`));
}
copyFileSync(join(unpacked, 'LICENSE'), join(target, 'license.txt'));
console.log(`${countries.length} flags copied to ${target}`);
