import { expect, test } from 'vitest';
import * as calls from '../../../contract/calls/desk/content-calls.ts';
import type { CallInput } from '../../../contract/calls/desk/call.ts';
import { MEDIA } from '../../../contract/pictures.ts';
import { startFakeS3 } from '../../files/s3.testing.ts';
import { freshStore, silent, temporaryFolder, testOnStores } from '../../store/store.testing.ts';
import { answer, testDesk, type SignedIn } from '../../testing/desk.testing.ts';
import { currentWords } from '../words.ts';
import { removeUnnamedPictures } from './remove-pictures.job.ts';
import { pictureFileRoute, shownPictures } from './shown-pictures.ts';
import { createListener } from '../../http/listener.ts';

const [SRC, ALT] = ['home.mark.src', 'home.mark.alt'];
const DAY = 24 * 3_600_000;

/** The desk, with pictures that are "drawn" of their bytes' first letter. */
async function setUp(env: Record<string, string> = {}) {
  const made = { drawn: 0 };
  const set = await testDesk(
    await freshStore(),
    { DATA_DIR: temporaryFolder(), ...env },
    {
      renderWith: async () => [] as never,
      makePicture: async ({ bytes }) => {
        made.drawn += 1;
        const letter = Buffer.from(bytes).toString().slice(0, 1);
        if (letter === 'x') return { ok: false, fault: 'The picture is damaged' };
        const id = letter.repeat(32);
        const files = ['mark-150.webp', 'mark-300.webp'].map((name) => ({
          name,
          type: 'image/webp',
          bytes: Buffer.from(`${letter} ${name}`),
        }));
        return { ok: true, id, value: `${id}:mark=150,300@48`, files };
      },
    },
  );
  const { store, files } = set.context;
  const begin = async (who: SignedIn) => (await answer(who, calls.openContentDraft, { title: 'Logo' })).draft;
  const put = (who: SignedIn, draft: string, letter: string, input: Partial<CallInput<typeof calls.replacePicture>> = {}) => {
    const alt = { text: 'Our own logo', seen: 'A graph' };
    const given = { draft, path: SRC, seen: '/marks/graph.svg', alt, ...input };
    return who.send(calls.replacePicture, given, { picture: { name: '../../etc/passwd', bytes: letter } });
  };
  const publish = async (who: SignedIn, draft: string) => {
    const { revision } = await answer(who, calls.readContentDraft, { draft });
    return (await who.call(calls.publishContent, { draft, revision })).statusCode;
  };
  const shown = async () =>
    Object.fromEntries(Object.entries((await currentWords(store.db)).words).map(([path, { value }]) => [path, value]));
  const clean = () => removeUnnamedPictures.run({}, { services: { files }, now: () => set.clock.now } as never);
  const rows = () => store.db.selectFrom('picture_files').select(['picture', 'name']).orderBy('name').execute();
  const pictures = () => shownPictures({ store, files, headers: { 'x-frame-options': 'DENY' }, log: silent });
  return { ...set, made, begin, put, publish, shown, clean, rows, pictures };
}

const own = (letter: string) => `${letter.repeat(32)}:mark=150,300@48`;
const fileOf = (letter: string) => `${letter.repeat(32)}-mark-150.webp`;

async function journey(env: Record<string, string>) {
  const { signedIn, begin, put, publish, shown, pictures, clock, clean, rows } = await setUp(env);
  const ada = await signedIn('marketing');
  const draft = await begin(ada);
  expect((await put(ada, draft, 'a')).statusCode).toBe(200);
  const { changed } = await answer(ada, calls.readContentDraft, { draft });
  expect(changed).toMatchObject([
    { path: SRC, before: '/marks/graph.svg', after: own('a'), fault: null },
    { path: ALT, before: 'A graph', after: 'Our own logo', fault: null },
  ]);
  // Staff see the picture at once, visitors once it is published.
  const seen = await ada.call(calls.showPicture, { file: fileOf('a') });
  expect([seen.body, seen.headers['content-type'], seen.headers['x-content-type-options']]).toEqual([
    'a mark-150.webp',
    'image/webp',
    'nosniff',
  ]);
  expect(await pictures().find(fileOf('a'))).toBeUndefined();
  expect(await publish(ada, draft)).toBe(200);
  expect(await shown()).toEqual({ [SRC]: own('a'), [ALT]: 'Our own logo' });
  const site = pictures();
  (await site.load(await shown()))();
  expect((await site.find(fileOf('a')))?.body.toString()).toBe('a mark-150.webp');

  // A picture of an earlier version stays; one that only a discarded draft had is removed after a month.
  const other = await begin(ada);
  await put(ada, other, 'b', { seen: own('a'), alt: { text: 'Another', seen: 'Our own logo' } });
  await ada.call(calls.discardContent, { draft: other });
  const back = (await answer(ada, calls.openContentDraft, { title: 'Back', version: 0 })).draft;
  expect(await publish(ada, back)).toBe(200);
  clock.now += 29 * DAY;
  await clean();
  expect(await rows()).toHaveLength(4);
  clock.now += 2 * DAY;
  await clean();
  expect(await rows()).toEqual(['mark-150.webp', 'mark-300.webp'].map((name) => ({ picture: 'a'.repeat(32), name })));
  expect((await pictures().find(fileOf('a')))?.body.toString()).toBe('a mark-150.webp');
  expect(await pictures().find(fileOf('b'))).toBeUndefined();
}

testOnStores('a picture is put into a draft with its alternative text, published, and kept as long as a version names it', () =>
  journey({}),
);

test('pictures are kept in a bucket as well', async () => {
  const bucket = await startFakeS3();
  await journey({ FILES_URL: bucket.setting });
  expect(bucket.refusals).toEqual([]);
  expect(bucket.objects.size).toBe(3);
});

test('a picture is refused without its words, in a strange place, to those who may not, and where a colleague was quicker', async () => {
  const { signedIn, begin, put, made, rows, clock, clean } = await setUp();
  const [ada, sales] = [await signedIn('marketing'), await signedIn('sales')];
  const draft = await begin(ada);
  const refusals = [
    await put(ada, draft, 'a', { alt: undefined }),
    await put(ada, draft, 'a', { alt: { text: ' ', seen: 'A graph' } }),
    await put(ada, draft, 'a', { alt: { text: 'A guaranteed gain', seen: 'A graph' } }),
    await put(ada, draft, 'a', { path: 'home.title' }),
    await put(ada, draft, 'a', { path: '../../etc' }),
    await put(sales, draft, 'a'),
  ];
  expect(refusals.map(({ statusCode }) => statusCode)).toEqual([422, 422, 422, 404, 404, 403]);
  expect(made.drawn).toBe(0);
  expect((await put(ada, draft, 'x')).json()).toMatchObject({ errors: { picture: 'The picture is damaged' } });
  const late = await put(ada, draft, 'a', { seen: 'something else' });
  expect([late.statusCode, late.json()]).toMatchObject([409, { detail: expect.stringContaining('A colleague changed this') as string }]);
  // A picture that was drawn for a change that was then refused is removed after a day.
  expect(await rows()).toHaveLength(2);
  clock.now += 2 * DAY;
  await clean();
  expect(await rows()).toEqual([]);
});

test('no address is typed in the place of a picture, and a decoration is one only where that is said', async () => {
  const { signedIn, begin, put, publish, shown } = await setUp();
  const ada = await signedIn('marketing');
  const draft = await begin(ada);
  const type = (path: string, value: string, seen: string) => ada.call(calls.changeContent, { draft, path, value, seen });
  for (const value of ['https://elsewhere.example/a.png', 'javascript:alert(1)', own('c'), '"><script>'])
    expect((await type(SRC, value, '/marks/graph.svg')).statusCode).toBe(422);
  expect((await type(ALT, '', 'A graph')).statusCode).toBe(422);
  expect((await put(ada, draft, 'a', { alt: { text: '', seen: 'A graph', decorative: true } })).statusCode).toBe(200);
  expect(await publish(ada, draft)).toBe(200);
  expect(await shown()).toEqual({ [SRC]: own('a'), [ALT]: '' });
});

test('a picture is served for ever, runs nothing, and nothing else has an address there', async () => {
  const { signedIn, begin, put, publish, pictures, context } = await setUp();
  const ada = await signedIn('marketing');
  const draft = await begin(ada);
  await put(ada, draft, 'a');
  await publish(ada, draft);
  const app = createListener({
    settings: context.settings,
    url: 'http://localhost',
    headers: {},
    draining: context.draining,
    logger: undefined,
    late: () => 0,
  });
  pictureFileRoute(app, pictures());
  const found = await app.inject({ url: MEDIA + fileOf('a') });
  expect([found.statusCode, found.body, found.headers]).toMatchObject([
    200,
    'a mark-150.webp',
    {
      'content-type': 'image/webp',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    },
  ]);
  const again = await app.inject({ url: MEDIA + fileOf('a'), headers: { 'if-none-match': String(found.headers.etag) } });
  expect(again.statusCode).toBe(304);
  for (const path of [
    fileOf('b'),
    'a',
    '..%2f..%2fetc%2fpasswd',
    `${fileOf('a')}.svg`,
    `%25%27-mark-150.webp`,
    `${'a'.repeat(32)}-mark-999.webp`,
  ])
    expect([path, (await app.inject({ url: MEDIA + path })).statusCode]).toEqual([path, 404]);
  await app.close();
});
