import { sizeWords } from '../../contract/size-words.ts';
import type { FileRow, Scan } from '../store/tables/file-tables.ts';

export const scanWords: Readonly<Record<Scan, string>> = {
  unscanned: 'not scanned for viruses: no scanner is set up',
  pending: 'waiting for the virus scanner, held back until it is done',
  clean: 'scanned, nothing found',
  infected: 'held back: the virus scanner found something',
};

export function cvRows(cv: FileRow | undefined): Array<readonly [label: string, value: string]> {
  if (cv === undefined) return [['CV', 'deleted']];
  const found = cv.scan_detail === null ? '' : ` (${cv.scan_detail})`;
  return [
    ['CV', `${cv.name}, ${sizeWords(cv.size)}`],
    ['Virus scan', `${scanWords[cv.scan]}${found}`],
    ['SHA-256', cv.sha256],
  ];
}
