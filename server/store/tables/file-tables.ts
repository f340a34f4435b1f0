import { column, operator, ownedBy, time, withLead, type RowOf } from '../table.ts';

/** CVs, and where their bytes are. */
export const fileTables = ownedBy('files', {
  files: {
    of: 'visitors',
    what: 'CVs: one row a file.',
    why: 'To decide on an application: Art. 6(1)(b)',
    until: withLead,
    who: 'HR on the desk, where each opening is recorded; whoever may use the server’s command line (`npm run applications -- cv ID`). No public address serves a CV',
    held: { as: 'files', words: 'CVs' },
    given: 'files',
    columns: {
      key: column<string>('Its random name in DATA_DIR/files or the bucket'),
      lead_id: column<string>('The application'),
      /** Hexadecimal. */
      sha256: column<string>('Hash of its bytes', 'sha256'),
      size: column<number>('Bytes', 'bytes'),
      /** Shown as text, never part of a path. */
      name: column<string>('As the applicant called it', 'name'),
      scan: column<Scan>('What the virus scanner said', 'virusScan'),
      scan_detail: column<string | null>('What it found'),
      scanned_at: column<number | null>('When'),
      created_at: column<number>('When it came', time('stored')),
    },
  },
  /** Files in the file storage. The row is written before the bytes are stored and deleted after they are removed. */
  uploads: {
    of: 'visitors',
    what: 'Files that are stored or on their way there; the bytes of a CV go before its row here does.',
    why: 'So that no file is lost or left behind: Art. 6(1)(f)',
    until: 'A day after nothing names the file any more',
    who: operator,
    columns: {
      key: column<string>('The file’s random name'),
      size: column<number>('Bytes'),
      created_at: column<number>('When it came'),
      /** Null until the lead that it came with is stored, and after that lead is erased. */
      lead_id: column<string | null>('The application it belongs to'),
      /** From then on it cannot be assigned to a lead. */
      removed_at: column<number | null>('Since when its removal is under way'),
    },
  },
  /** Files of pictures that staff put on the site. The row is written before the bytes are stored and deleted after they are removed. */
  picture_files: {
    what: 'Files of pictures that staff put on the site.',
    why: 'To show the company’s own pictures on the site',
    until: 'A month after no version and no draft of the site’s texts names the picture any more',
    who: 'Everybody: they are published on the site',
    columns: {
      key: column<string>('Its random name in DATA_DIR/files or the bucket'),
      picture: column<string>('Hash of all files of the picture'),
      name: column<string>('Its name in addresses, after the picture’s: cut, width and type'),
      type: column<string>('Its media type'),
      /** Hexadecimal. */
      sha256: column<string>('Hash of its bytes'),
      size: column<number>('Bytes'),
      created_at: column<number>('When it came'),
      stored_at: column<number | null>('Since when its bytes are stored'),
      removed_at: column<number | null>('Since when its removal is under way'),
    },
  },
});

export type PictureFileRow = RowOf<typeof fileTables.picture_files>;

/** `pending` and `infected` files are not handed out. `unscanned` files came while no scanner was set. */
export type Scan = 'unscanned' | 'pending' | 'clean' | 'infected';

export type FileRow = RowOf<typeof fileTables.files>;
export type UploadRow = RowOf<typeof fileTables.uploads>;
