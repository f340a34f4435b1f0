import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { root } from '../../scripts/setup/root.mjs';
import { discard, startServer } from '../../e2e/fixtures/server.ts';
import { browser, quietFlags } from '../../scripts/test/provide.ts';
import { installPeer, type Generated } from './install.ts';
import { pageStacks, type Stack } from './stacks.ts';

/** Files that a page names: pictures and fonts. */
const NAMED = /\/(?:assets|marks)\/[\w./-]+\.(?:woff2|svg|avif|webp|png|jpg)/g;

/** Builds the home page with each peer. @returns the peers' folders */
export async function buildPeerPages(): Promise<Map<Stack, string>> {
  const generated = await generateHomePage();
  const places = new Map<Stack, string>();
  for (const stack of pageStacks) {
    if (stack.folder !== undefined) places.set(stack, await installPeer(stack.folder, stack.build, generated));
  }
  return places;
}

/** Our built home page as the source of a peer's: its elements as JSX and as HTML, its styles, and the files that it names. */
async function generateHomePage(): Promise<Generated> {
  const server = await startServer({ env: { LOG_LEVEL: 'warn' } });
  const html = await fetch(server.url).then((answer) => answer.text());
  await discard(server);
  const { css, jsx, body, ...head } = await readPage(html);
  const files = [...new Set([...(css + body).matchAll(NAMED)].map(([path]) => path))];
  return {
    'generated/home-page.jsx': `export function HomePage() {\n  return <>${jsx}</>;\n}\n`,
    'generated/home-page.html': body,
    'generated/site.css': css,
    'generated/head.json': JSON.stringify(head),
    ...Object.fromEntries(files.map((path) => [`public${path}`, readFileSync(join(root, 'dist/site', path))])),
  };
}

async function readPage(html: string) {
  const program = browser.find();
  if (program === undefined) throw new Error('no Chromium was found');
  const chrome = await chromium.launch({ executablePath: program, args: quietFlags });
  try {
    const page = await chrome.newPage();
    return await page.evaluate(inPage, html);
  } finally {
    await chrome.close();
  }
}

/** Runs in a browser, for its parser. Leaves out what only the product's script uses: the choice of cookies, the message of a failed load. */
function inPage(html: string) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const css = [...page.querySelectorAll('style')].map(({ textContent }) => textContent).join('\n');
  const fonts = [...page.querySelectorAll<HTMLLinkElement>('link[as=font]')].map((link) => link.getAttribute('href') ?? '');
  const description = page.querySelector('meta[name=description]')?.getAttribute('content') ?? '';
  page.querySelectorAll('script, style, template, #consent, #load-failure, #progress').forEach((one) => one.remove());

  const names: Record<string, string> = {
    class: 'className',
    for: 'htmlFor',
    tabindex: 'tabIndex',
    srcset: 'srcSet',
    fetchpriority: 'fetchPriority',
  };
  const flags = new Set(['inert', 'hidden', 'disabled', 'open', 'checked', 'required']);
  const styleOf = (text: string) =>
    Object.fromEntries(
      text.split(';').flatMap((one) => {
        const name = one.slice(0, one.indexOf(':')).trim();
        const value = one.slice(one.indexOf(':') + 1).trim();
        if (name === '') return [];
        return [[name.startsWith('--') ? name : name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()), value]];
      }),
    );
  const attribute = ({ name, value }: Attr) => {
    const given = name === 'style' ? styleOf(value) : flags.has(name) ? true : value;
    return ` ${names[name] ?? name}={${JSON.stringify(given)}}`;
  };
  const jsxOf = (node: Node): string => {
    if (node instanceof Text) return `{${JSON.stringify(node.data)}}`;
    if (!(node instanceof Element)) return '';
    const inner = [...node.childNodes].map(jsxOf).join('');
    return `<${node.localName}${[...node.attributes].map(attribute).join('')}${inner === '' ? ' />' : `>${inner}</${node.localName}>`}`;
  };
  page.body.normalize();
  return { title: page.title, description, fonts, css, body: page.body.innerHTML, jsx: [...page.body.childNodes].map(jsxOf).join('') };
}
