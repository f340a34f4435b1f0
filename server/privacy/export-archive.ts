import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { FileMissing } from '../files/file-storage.ts';
import { createSlices } from '../kernel/slices.ts';
import type { Files } from '../files/files.ts';
import { cvFileOf, exportDocument, mailFileOf, type ExportAbout, type ExportDocument } from './export-document.ts';
import { exportPage } from './export-page.ts';
import type { Traces } from './traces.ts';
import { writeZip, zipPieces, type ZipEntry } from './zip.ts';

type ExportFiles = Pick<Files, 'open'>;

/**
 * Writes all data about a person to one archive: index.html for reading, data.json for machines, and the files.
 * @returns names of files that rows refer to and that do not exist
 */
export async function writeExport(path: string, traces: Traces, about: ExportAbout, files: ExportFiles): Promise<string[]> {
  const missing: string[] = [];
  await writeZip(path, entriesOf(traces, about, files, missing));
  return missing;
}

/** The same archive as a stream. No file is written, so that no copy is left behind. */
export function exportPieces(traces: Traces, about: ExportAbout, files: ExportFiles): AsyncGenerator<Uint8Array> {
  return zipPieces(entriesOf(traces, about, files, []));
}

async function* entriesOf(traces: Traces, about: ExportAbout, files: ExportFiles, missing: string[]): AsyncIterable<ZipEntry> {
  const at = new Date(about.at);
  const document = await exportDocument(traces, about);
  yield { name: 'index.html', content: await joined(exportPage(document)), at };
  yield { name: 'data.json', content: await joined(jsonOf(document)), at };
  for (const row of traces.rows.files) {
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

function* jsonOf({ requests, ...rest }: ExportDocument): Generator<string> {
  yield `${JSON.stringify(rest, null, 2).slice(0, -2)},\n  "requests": [\n`;
  for (const [index, request] of requests.entries()) yield `${JSON.stringify(request, null, 2)}${index + 1 < requests.length ? ',' : ''}\n`;
  yield ']\n}\n';
}

async function joined(texts: Iterable<string>): Promise<Buffer> {
  const slice = createSlices();
  const pieces: Buffer[] = [];
  for (const text of texts) {
    pieces.push(Buffer.from(text));
    await slice();
  }
  return Buffer.concat(pieces);
}
