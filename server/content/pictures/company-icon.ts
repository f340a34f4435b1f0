import { buffer } from 'node:stream/consumers';
import { companyIcon, companySignIn } from '../../../contract/company-sign.ts';
import type { Words } from '../../../contract/content-fields.ts';
import { PICTURE_FILE } from '../../../contract/pictures.ts';
import type { Files } from '../../files/files.ts';
import { findPictureFiles } from '../../files/picture-files.ts';
import type { Log } from '../../kernel/log.ts';
import type { Store } from '../../store/store.ts';

type Parts = { store: Pick<Store, 'db'>; files: Pick<Files, 'open'>; log: Log; words: () => Words };

/** Reads the company's icon for mails, once for each that was uploaded; undefined: the one that ships. */
export function iconOfMails({ store, files, log, words }: Parts): (other?: Words) => Promise<Buffer | undefined> {
  let last: { file: string; bytes: Promise<Buffer | undefined> } | undefined;
  return async (other) => {
    const file = companyIcon(companySignIn(other ?? words()), 'tile', 64);
    if (file === undefined) return undefined;
    if (last?.file !== file) last = { file, bytes: read(file) };
    try {
      return await last.bytes;
    } catch (error) {
      last = undefined;
      log.error({ err: error }, 'the company’s icon cannot be read: mails leave with the one that ships');
      return undefined;
    }
  };

  async function read(file: string): Promise<Buffer | undefined> {
    const [, picture = '', name] = PICTURE_FILE.exec(file) ?? [];
    const [found] = await findPictureFiles(store.db, picture, name);
    return found && buffer(await files.open(found.key));
  }
}
