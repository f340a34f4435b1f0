import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filePrefix } from '../build/scoped-name.ts';
import { root } from '../setup/root.mjs';

/** Unlayered styles, which win over all layers, and the CV frame, which is a separate document. */
const WITHOUT = ['site/app/shell.module.css', 'desk/cv-frame/cv-frame.css'];

const textOf = (file: string) =>
  readFileSync(join(root, file), 'utf8')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .trim();

describe('cascade layers', () => {
  const layers = textOf('ui/styles/layers.css').match(/[a-z]+(?=[,;])/g)!;
  const sheets = globSync('{site,ui,desk}/**/*.css', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  const others = sheets.filter((file) => !WITHOUT.includes(file) && !file.endsWith('/layers.css'));

  it('are known in their order', () => expect(layers).toEqual(expect.arrayContaining(['vendor', 'ui', 'sections', 'pages', 'desk'])));

  it.each(others)('%s is in the layer of its folder, whole', (file) => {
    const [top = '', folder = ''] = file.split('/');
    const layer = top === 'site' || folder === 'styles' ? folder : top;
    expect(layers).toContain(layer);
    const text = textOf(file);
    // Only packages are imported, into the lowest layer.
    if (text.startsWith('@import'))
      return expect(text.split('\n').filter((line) => !/^@import '[\w@].*' layer\(vendor\);$/.test(line))).toEqual([]);
    expect(text.startsWith(`@layer ${layer} {\n`), text.slice(0, 40)).toBe(true);
    expect(text.match(/^\S/gm)).toEqual(['@', '}']);
    expect(text.endsWith('\n}')).toBe(true);
  });
});

describe('class names', () => {
  const sheets = ['ui/layout.css', 'ui/styles/base.css', 'site/styles/base.css', 'desk/desk.css'];
  const plain = new Set(sheets.flatMap((file) => Array.from(textOf(file).matchAll(/\.([a-z][\w-]*)/g), ([, name = '']) => name)));

  it('have styles where they are plain words', () => {
    const used = globSync('{site,ui,desk}/**/*.tsx', { cwd: root }).flatMap((file) =>
      Array.from(textOf(file).matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g), ([, words, template = '']) =>
        (words ?? template.replaceAll(/\$\{[^}]*\}/g, '')).split(/\s+/).map((name) => ({ file, name })),
      ).flat(),
    );
    expect(used.filter(({ name }) => /^[\w-]+$/.test(name) && !plain.has(name))).toEqual([]);
  });

  it('are different in each file of the build', () => {
    const prefixes = globSync('{site,ui,desk}/**/*.module.css', { cwd: root }).map(filePrefix);
    expect(prefixes.filter((prefix, i) => prefixes.indexOf(prefix) < i || [...plain].some((name) => name.startsWith(prefix)))).toEqual([]);
  });
});
