import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../setup/root.mjs';

const IMPORTS = /^import (\w+) from '([^']+\.module\.css)';$/gm;

it('every class that a component takes from its style module is in it', () => {
  const files = globSync('{site,desk,ui}/**/*.tsx', { cwd: root });
  const unknown = files.flatMap((file) => unknownIn(file, readFileSync(join(root, file), 'utf8')));
  expect(files.length).toBeGreaterThan(100);
  expect(unknown).toEqual([]);
});

it('one that is not is found', () => {
  const source = "import styles from './notice-line.module.css';\nstyles.position, styles.gone, styles['lost']";
  expect(unknownIn('desk/shell/a.tsx', source)).toEqual(['desk/shell/a.tsx: gone', 'desk/shell/a.tsx: lost']);
});

function unknownIn(file: string, source: string): string[] {
  const body = source.replaceAll(/^import .*$/gm, '');
  return [...source.matchAll(IMPORTS)].flatMap(([, name = '', path = '']) => {
    const css = readFileSync(join(root, normalize(join(dirname(file), path))), 'utf8');
    const classes = new Set([...css.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, found = '']) => found));
    const taken = [...body.matchAll(new RegExp(`\\b${name}(?:\\.(\\w+)|\\['([\\w-]+)'\\])`, 'g'))].map(
      ([, plain, quoted]) => plain ?? quoted ?? '',
    );
    return [...new Set(taken)].filter((one) => !classes.has(one)).map((one) => `${file}: ${one}`);
  });
}
