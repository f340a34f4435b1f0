import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { FileMissing } from '../store/files/file-storage.ts';
import type { Files } from '../store/files/files.ts';
import { cvFileOf, exportDocument, mailFileOf, type ExportAbout } from './export-document.ts';
import { exportPage } from './export-page.ts';
import type { Traces } from './traces.ts';
import { writeZip, zipPieces, type ZipEntry } from './zip.ts';

type ExportFiles = Pick<Files, 'open'>;

/**
 * Writes one archive of everything held: index.html for a person, data.json for machines, and the files themselves.
 * @returns names of files that rows name and that are not there
 */
export async function writeExport(path: string, traces: Traces, about: ExportAbout, files: ExportFiles): Promise<string[]> {
  const missing: string[] = [];
  await writeZip(path, entriesOf(traces, about, files, missing));
  return missing;
}

/** The same archive as it is sent: no file of it is written anywhere, so that none outlives its reader. */
export function exportPieces(traces: Traces, about: ExportAbout, files: ExportFiles): AsyncGenerator<Uint8Array> {
  return zipPieces(entriesOf(traces, about, files, []));
}

async function* entriesOf(traces: Traces, about: ExportAbout, files: ExportFiles, missing: string[]): AsyncIterable<ZipEntry> {
  const at = new Date(about.at);
  const document = exportDocument(traces, about);
  yield { name: 'index.html', content: Buffer.from(exportPage(document)), at };
  yield { name: 'data.json', content: Buffer.from(`${JSON.stringify(document, null, 2)}\n`), at };
  for (const row of traces.files) {
    const name = cvFileOf(row);
    try {
      yield { name, content: await buffer(await files.open(row.key)), at: new Date(row.created_at) };
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
      missing.push(name);
    }
  }
  for (const mail of traces.mails) {
    if (!mail.shared) yield { name: mailFileOf(mail), content: await readFile(mail.path), at: new Date(mail.at) };
  }
}
