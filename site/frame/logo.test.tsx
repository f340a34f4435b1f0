import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { withWords, type Words } from '../../contract/content-fields.ts';
import { elementAt } from '../../contract/checked.ts';
import { pages } from '../../contract/pages.ts';

const [LIGHT, DARK] = ['a'.repeat(32), 'b'.repeat(32)];
const words = { 'sign.onLightPages.src': `${LIGHT}:sign=150,300@36:icon=32,192,512@32:tile=64,180@64`, 'sign.onLightPages.alt': 'Aurora' };

/** What pages are made of, with what staff changed. */
async function shownWith(changed: Words) {
  vi.resetModules();
  globalThis.siteContent = (part, shipped) => withWords(part, shipped, changed);
  const [{ Logo, signName }, { documentHtml }, { logoAddress }] = await Promise.all([
    import('./logo.tsx'),
    import('../app/document.ts'),
    import('../content/sign.ts'),
  ]);
  const parts = { css: '', fonts: [], laterFonts: [], headScript: '', client: '' };
  const icons = documentHtml(elementAt(pages, 0), '', parts).match(/<link rel="(?:icon|apple-touch-icon)"[^>]*>/g) ?? [];
  const [header, foot] = [true, false].map((isNamed) => renderToStaticMarkup(<Logo isNamed={isNamed} />));
  return {
    header: header ?? '',
    foot: foot ?? '',
    name: signName(),
    icons: icons.map((icon) => /href="([^"]*)"/.exec(icon)?.[1]),
    logo: logoAddress(),
  };
}

afterEach(() => void (globalThis.siteContent = undefined));

it('is drawn beside the company’s name as it ships', async () => {
  const { header, name, icons, logo } = await shownWith({ 'company.name': 'Boreal' });
  expect([header.includes('<svg'), header.includes('Boreal'), name, logo]).toEqual([true, true, 'Boreal', '/icon-512.png']);
  expect(icons).toEqual(['/favicon.ico', expect.stringMatching(/^data:image\/svg/), '/apple-touch-icon.png']);
});

it('is the picture that staff uploaded, in its size, with its alternative text once', async () => {
  const { header, foot, name, icons, logo } = await shownWith(words);
  expect([header, foot].map((html) => [html.includes('<svg'), html.match(/alt="[^"]*"/g)])).toEqual([
    [false, ['alt=""']],
    [false, ['alt="Aurora"']],
  ]);
  expect(header).toContain('width="150" height="36"');
  expect(name).toBe('Aurora');
  expect(icons).toEqual(['icon-32', 'icon-192', 'tile-180'].map((file) => `/media/${LIGHT}-${file}.png`));
  expect(logo).toBe(`/media/${LIGHT}-icon-512.png`);
});

it('has another picture on dark pages, of which browsers load the one that shows', async () => {
  const { header } = await shownWith({ ...words, 'sign.onDarkPages.src': `${DARK}:sign=150@36` });
  const images = header.match(/<img[^>]*>/g) ?? [];
  expect(images.map((image) => [/media\/(\w)/.exec(image)?.[1], image.includes('loading="lazy"')])).toEqual([
    ['a', true],
    ['b', true],
  ]);
});
