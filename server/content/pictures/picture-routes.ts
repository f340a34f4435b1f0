import { Readable } from 'node:stream';
import * as calls from '../../../contract/calls/desk/content-calls.ts';
import { fieldAt, type ContentField } from '../../../contract/content-fields.ts';
import { PICTURE_FILE } from '../../../contract/pictures.ts';
import { findPictureFiles, settlePicture } from '../../files/picture-files.ts';
import { HttpRefusal } from '../../http/desk-answers.ts';
import type { DeskRoute } from '../../http/desk-route.ts';
import type { HttpContext } from '../../http/http-context.ts';
import type { Tx } from '../../store/store.ts';
import { actor, changedOr, valueFault } from '../draft-answers.ts';
import { changeTexts, type TextChange } from '../text-drafts.ts';
import type { MakePicture } from './picture-maker.ts';

export type PictureContext = Pick<HttpContext, 'store' | 'settings' | 'files' | 'now'> & {
  contentFields: () => ReadonlyMap<string, ContentField>;
  makePicture: MakePicture;
};

/** The calls of the desk that take pictures and show them. @param route for calls that take files */
export function pictureRoutes(
  route: DeskRoute,
  { store, settings, files: storage, now, contentFields, makePicture }: PictureContext,
): void {
  route(calls.replacePicture, async (who, { draft, path, seen, alt, focus }, { files }) => {
    const field = fieldAt(contentFields(), path);
    if (field?.picture === undefined) return new HttpRefusal(404, { detail: 'The site has no such picture any more.' });
    if (files.picture === undefined) return refused('picture', 'Choose the picture');
    const words = altChange(contentFields(), field.picture.alt, alt, settings);
    if ('fault' in words) return refused('alt', words.fault);
    const { shape } = field.picture;
    const made = await makePicture({ bytes: files.picture.bytes, shape, focus });
    if (!made.ok) return refused('picture', made.fault);
    const { id, value } = made;
    for (const { name, type, bytes } of made.files) {
      if (!(await storage.storePicture({ picture: id, name, type, bytes })))
        return new HttpRefusal(507, { detail: 'There is no room for files at the moment. Nothing was changed.' });
    }
    const changed: [TextChange, ...TextChange[]] = [{ field, value, seen }, ...words.changes];
    const also = (tx: Tx) => settlePicture(tx, id, { files: made.files.length, now: now() });
    return changedOr(await changeTexts(store, draft, { changed, also }, actor(who, now)));
  });

  route(calls.showPicture, async (_who, { file }) => {
    const [, picture = '', name = ''] = PICTURE_FILE.exec(file) ?? [];
    const [found] = picture === '' ? [] : await findPictureFiles(store.db, picture, name);
    if (found === undefined) return new HttpRefusal(404, { detail: 'There is no such picture.' });
    const content = await storage.open(found.key);
    return { type: found.type, name: file, bytes: found.size, content: Readable.from(content) };
  });
}

type AltGiven = { text: string; seen: string | number; decorative: boolean };

/** The change of a picture's alternative text; none where the place has none. */
function altChange(
  fields: ReadonlyMap<string, ContentField>,
  path: string | undefined,
  given: AltGiven | undefined,
  settings: PictureContext['settings'],
): { changes: TextChange[] } | { fault: string } {
  const field = path === undefined ? undefined : fieldAt(fields, path);
  if (field === undefined) return { changes: [] };
  if (given === undefined) return { fault: 'Say what the picture shows, for those who cannot see it' };
  const value = given.decorative ? '' : given.text;
  const fault = valueFault(field, value, settings, given.decorative);
  return fault === undefined ? { changes: [{ field, value, seen: given.seen }] } : { fault };
}

function refused(field: string, words: string): HttpRefusal {
  return new HttpRefusal(422, { title: 'This picture cannot be used', errors: { [field]: words } });
}
