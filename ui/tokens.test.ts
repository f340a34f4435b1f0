import { expect, it } from 'vitest';
import { dark, forced, light, motion, pictures, space, type } from './tokens.ts';

it('tokens.css says what tokens.ts does', async () => {
  const rules = [
    block(':root', { ...type, ...space, ...motion, ...pictures }),
    block(":root,\n[data-theme='light']", { 'color-scheme': 'light', ...light }),
    '/* Paper is light. */',
    within('@media screen', block("[data-theme='dark']", { 'color-scheme': 'dark', ...dark })),
    within('@media (forced-colors: active)', block(':root,\n[data-theme]', forced)),
  ].join('\n\n');
  const css = `/* Written from tokens.ts: npx vitest run ui/tokens.test.ts -u */\n\n${within('@layer ui', rules)}\n`;
  await expect(css).toMatchFileSnapshot('./tokens.css');
});

it.each([
  ['light', light],
  ['dark', dark],
])('text and controls stand out from every ground of the %s palette', (_, palette) => {
  for (const ground of ['canvas', 'surface', 'raised'] as const) {
    for (const text of ['ink', 'ink-2', 'ink-3', 'primary', 'gain', 'loss'] as const) {
      expect(contrast(palette[text], palette[ground]), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(palette['line-strong'], palette[ground]), `line-strong on ${ground}`).toBeGreaterThanOrEqual(3);
  }
  expect(contrast(palette['on-primary'], palette.primary)).toBeGreaterThanOrEqual(4.5);
});

/** Indents like the formatter. */
function within(condition: string, rules: string): string {
  return `${condition} {\n${rules.replaceAll(/^(?=.)/gm, '  ')}\n}`;
}

function block(selector: string, tokens: Record<string, string>): string {
  const rows = Object.entries(tokens).map(([name, value]) => `  ${name === 'color-scheme' ? name : `--${name}`}: ${value};`);
  return `${selector} {\n${rows.join('\n')}\n}`;
}

/** Contrast ratio (WCAG 2.2). */
function contrast(a: string, b: string): number {
  const [darker, brighter] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (brighter! + 0.05) / (darker! + 0.05);
}

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(color: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
