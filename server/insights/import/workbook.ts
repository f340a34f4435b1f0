import { unzipSync } from 'fflate';
import { readXml } from './xml-events.ts';
import { formatsOf } from './workbook-formats.ts';
import { WorkbookFault } from './workbook-fault.ts';
import { sheetText } from './workbook-sheet.ts';

/** The sheet by its name; undefined: the first one that is visible. */
export type WorkbookAsked = { workbook: Uint8Array; sheet: string | undefined };
export type WorkbookText = { ok: true; text: string } | { ok: false; faults: readonly string[] };
export type ReadWorkbook = (asked: WorkbookAsked) => Promise<WorkbookText>;

/** Most bytes of a workbook's parts once they are unpacked: many times those of the longest record. */
const UNPACKED = 48 * 1024 * 1024;

/** A sheet of an .xlsx workbook as comma-separated text, each row on the line of its number, dates as 2024-12-31. Untrusted: bounded in bytes and cells. */
export const readWorkbook: ReadWorkbook = async ({ workbook, sheet }) => {
  try {
    return { ok: true, text: textOf(workbook, sheet) };
  } catch (error) {
    const damaged = 'the workbook cannot be read: save it again as .xlsx, or as CSV';
    return { ok: false, faults: [error instanceof WorkbookFault ? error.message : damaged] };
  }
};

function textOf(bytes: Uint8Array, wanted: string | undefined): string {
  const part = unpack(bytes, (name) => name === WORKBOOK || name === RELATIONS || name === STYLES || name === STRINGS);
  const content = part.get(WORKBOOK);
  if (content === undefined) throw new WorkbookFault('the file is no .xlsx workbook: save it as one, or as CSV');
  const { sheets, epoch1904 } = readSheets(content, part.get(RELATIONS) ?? '');
  const chosen = wanted === undefined ? (sheets.find(({ visible }) => visible) ?? sheets[0]) : sheets.find(({ name }) => name === wanted);
  if (chosen === undefined) {
    const names = sheets.slice(0, 20).map(({ name }) => `'${name}'`);
    throw new WorkbookFault(
      wanted === undefined ? 'the workbook has no sheet' : `--sheet: there is no '${wanted}', only ${names.join(', ')}`,
    );
  }
  const xml = unpack(bytes, (name) => name === chosen.path).get(chosen.path);
  if (xml === undefined) throw new WorkbookFault(`the workbook's sheet '${chosen.name}' is missing: save it again as .xlsx, or as CSV`);
  const formats = formatsOf(part.get(STYLES) ?? '');
  return sheetText(xml, { strings: readStrings(part.get(STRINGS) ?? ''), formats, epoch1904 });
}

const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
const STYLES = 'xl/styles.xml';
const STRINGS = 'xl/sharedStrings.xml';

/** The named parts as text. A part is never unpacked beyond the size that it declares. */
function unpack(bytes: Uint8Array, isWanted: (name: string) => boolean): ReadonlyMap<string, string> {
  let total = 0;
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!isWanted(name)) return false;
      total += originalSize;
      if (total > UNPACKED) throw new WorkbookFault('the workbook is far larger than a record: keep the one sheet, or save it as CSV');
      return true;
    },
  });
  return new Map(Object.entries(parts).map(([name, part]) => [name, new TextDecoder('utf-8', { fatal: true }).decode(part)]));
}

type Sheet = { name: string; path: string; visible: boolean };

function readSheets(content: string, relations: string): { sheets: Sheet[]; epoch1904: boolean } {
  const targets = new Map<string, string>();
  readXml(relations, {
    open: (name, attributes) => {
      const [id, target] = [attributes.get('Id'), attributes.get('Target')];
      if (name !== 'Relationship' || id === undefined || target === undefined) return;
      if (attributes.get('Type')?.endsWith('/worksheet')) targets.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    },
  });
  const sheets: Sheet[] = [];
  let epoch1904 = false;
  readXml(content, {
    open: (name, attributes) => {
      if (name === 'workbookPr') epoch1904 = ['1', 'true'].includes(attributes.get('date1904') ?? '');
      const path = targets.get(attributes.get('id') ?? '');
      if (name === 'sheet' && path !== undefined)
        sheets.push({ name: attributes.get('name') ?? '', path, visible: (attributes.get('state') ?? 'visible') === 'visible' });
    },
  });
  return { sheets, epoch1904 };
}

/** The texts that cells refer to by number, without the phonetic ones. */
function readStrings(xml: string): readonly string[] {
  const strings: string[] = [];
  let text = '';
  let reads = false;
  let phonetic = false;
  readXml(xml, {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') phonetic = true;
      if (name === 't') reads = !phonetic;
    },
    text: (piece) => {
      if (reads) text += piece;
    },
    close: (name) => {
      if (name === 't') reads = false;
      if (name === 'rPh') phonetic = false;
      if (name === 'si') strings.push(text);
    },
  });
  return strings;
}
