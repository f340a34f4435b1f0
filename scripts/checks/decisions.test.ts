import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../setup/root.mjs';

const folder = join(root, 'docs/decisions');
const pages = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');

describe('a decision', () => {
  it.each(pages)('%s is in the index, by its title, and has its three parts', (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const title = /^# (.+)/.exec(text)?.[1];
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain(`[${title}](${name})`);
    for (const part of ['Context', 'Decision', 'Consequences']) expect(text).toMatch(new RegExp(`\\*\\*${part}\\.\\*\\*`));
  });
});
