import { pictureIdsIn } from '../../../contract/pictures.ts';
import type { Tx } from '../../store/store.ts';

/** The ids of pictures that a published version or an open draft names. */
export async function namedPictures(db: Tx): Promise<ReadonlySet<string>> {
  const [versions, drafts] = [
    await db.selectFrom('content_versions').select('words as text').execute(),
    await db.selectFrom('content_drafts').select('changes as text').where('state', '=', 'open').execute(),
  ];
  return new Set([...versions, ...drafts].flatMap(({ text }) => pictureIdsIn(text)));
}

/** Whether any version that was ever published names a picture. @param id as PICTURE_FILE has it */
export async function wasPublished(db: Tx, id: string): Promise<boolean> {
  const found = await db.selectFrom('content_versions').select('number').where('words', 'like', `%"${id}:%`).limit(1).executeTakeFirst();
  return found !== undefined;
}
