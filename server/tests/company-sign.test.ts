import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import * as accountCalls from '../../contract/calls/desk/account-calls.ts';
import { companyIn } from '../../contract/company-details.ts';
import { PICTURE_FILE } from '../../contract/pictures.ts';
import { companyFiles } from '../content/company-files.ts';
import { iconOfMails } from '../content/pictures/company-icon.ts';
import { addWordsVersion } from '../content/words.ts';
import { settlePicture } from '../files/picture-files.ts';
import { resource } from '../http/load-file.ts';
import { createListener } from '../http/listener.ts';
import { serveAssets } from '../http/site.ts';
import { createComposer } from '../mail/message.ts';
import { freshStore, silent, temporaryFolder } from '../store/store.testing.ts';
import { answer, testDesk } from '../testing/desk.testing.ts';

const [LIGHT, DARK, ICON] = ['a', 'b', 'c'].map((letter) => letter.repeat(32));
const words = {
  'sign.onLightPages.src': `${LIGHT}:sign=150,300@36:icon=32,192,512@32:tile=64,180@64`,
  'sign.onLightPages.alt': 'Aurora "&" Sons',
  'sign.onDarkPages.src': `${DARK}:sign=150@36`,
};
const withIcon = { ...words, 'sign.icon.src': `${ICON}:icon=32,192@32:tile=64,180@64` };

async function setUp() {
  const set = await testDesk(await freshStore(), { DATA_DIR: temporaryFolder() });
  const show = async (shown: Record<string, string>, number = 1) => {
    const stored = Object.fromEntries(Object.entries(shown).map(([path, value]) => [path, { value, shipped: '' }]));
    const version = { number, words: stored, title: 'Sign', published_at: 0, published_by: 'a', draftedBy: [] };
    await addWordsVersion(set.context.store.db, version);
    await set.context.refreshWords();
  };
  return { ...set, show };
}

describe('the company’s sign that staff uploaded', () => {
  test('stands at the desk, signed in or not, and no page shows the one that ships beside it', async () => {
    const { show, signedIn, ask, site } = await setUp();
    const ada = await signedIn('sales');
    const [signIn, lost] = [
      () => ask({ url: '/sign-in' }),
      () => site.inject({ url: '/verify?token=x', headers: { accept: 'text/html' } }),
    ];
    expect((await answer(ada, accountCalls.me, {})).sign).toBeNull();
    expect((await signIn()).body).toContain('<svg');
    await show(words);
    const { light, dark } = (await answer(ada, accountCalls.me, {})).sign!;
    expect(light).toEqual({
      src: `/media/${LIGHT}-sign-150.webp`,
      srcSet: `/media/${LIGHT}-sign-300.webp 2x`,
      width: 150,
      height: 36,
    });
    expect(dark).toEqual({ src: `/media/${DARK}-sign-150.webp`, width: 150, height: 36 });
    const page = (await signIn()).body;
    expect(page).toContain(`src="/media/${LIGHT}-sign-150.webp" width="150" height="36" alt="Aurora &#34;&#38;&#34; Sons"`);
    expect([page.includes('<svg'), (await lost()).body.includes('<circle')]).toEqual([false, false]);
  });

  test('is its icon, too, until there is one, at the addresses that nobody read on a page; and the manifest has the name', async () => {
    const { context } = await setUp();
    const shown = { of: companyIn({}) };
    const files = ['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png', '/icon-192.png', '/icon-512.png'];
    const text = (path: string) => () =>
      resource(Buffer.from(path === '/site.webmanifest' ? '{"name":"Ordinata","icons":[]}' : 'ships'), {});
    const assets = new Map([...files, '/site.webmanifest'].map((path) => [path, text(path)] as const));
    const asked = {
      settings: {
        get company() {
          return shown.of;
        },
      },
      site: { assets },
      pictures: { find: async (file: string) => resource(Buffer.from(file), { 'content-type': 'image/png' }) },
    };
    const { settings, draining } = context;
    const app = createListener({ settings, url: 'http://localhost', headers: {}, draining, logger: undefined, late: () => 0 });
    serveAssets(app, assets, companyFiles(asked));
    const get = async () => Promise.all(files.map(async (path) => (await app.inject(path)).body));
    expect(await get()).toEqual(files.map(() => 'ships'));
    shown.of = companyIn(words);
    expect(await get()).toEqual(['icon-32', 'icon-192', 'tile-180', 'icon-192', 'icon-512'].map((name) => `${LIGHT}-${name}.png`));
    shown.of = companyIn({ ...withIcon, 'company.name': 'Aurora' });
    expect(await get()).toEqual(['icon-32', 'icon-192', 'tile-180', 'icon-192', 'icon-192'].map((name) => `${ICON}-${name}.png`));
    expect((await app.inject('/site.webmanifest')).json()).toEqual({ name: 'Aurora', short_name: 'Aurora', icons: [] });
    await app.close();
  });

  test('travels as an icon with each mail; one that cannot be read keeps no mail back', async () => {
    const { context } = await setUp();
    const { store, files } = context;
    const bytes = Buffer.from('\x89PNG of the company');
    const [, , name = ''] = PICTURE_FILE.exec(`${ICON}-tile-64.png`)!;
    await files.storePicture({ picture: ICON!, name, type: 'image/png', bytes });
    await store.begin((tx) => settlePicture(tx, ICON!, { files: 1, now: 0 }));
    let shown: Record<string, string> = {};
    const icon = iconOfMails({ store, files, log: silent, words: () => shown });
    expect([await icon(), await icon(withIcon)]).toEqual([undefined, bytes]);
    const mail = { id: 'a', to: ['a@b.internal'], subject: 's', html: '<img src="cid:logo">', text: 't', date: new Date(0) };
    const compose = createComposer('x@y.internal');
    for (const picture of [bytes, await icon(withIcon)]) {
      const { attachments } = await PostalMime.parse((await compose({ ...mail, picture })).content);
      expect(attachments.map(({ contentId, content }) => [contentId, Buffer.from(content as ArrayBuffer)])).toEqual([['<logo>', bytes]]);
    }
    shown = { 'sign.icon.src': `${LIGHT}:tile=64@64` };
    expect(await icon()).toBeUndefined();
    const lost = iconOfMails({ store, files: { open: async () => Promise.reject(new Error('gone')) }, log: silent, words: () => withIcon });
    expect(await lost()).toBeUndefined();
  });
});
