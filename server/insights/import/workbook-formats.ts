import { isoOf } from '../../../contract/figures/days.ts';
import { readXml } from './xml-events.ts';

/** What a number of a cell is by its format. */
export type CellFormat = 'number' | 'date' | 'percent';

/** Formats by the numbers that cells name. */
export function formatsOf(styles: string): readonly CellFormat[] {
  const own = new Map<number, CellFormat>();
  const formats: CellFormat[] = [];
  let ofCells = false;
  readXml(styles, {
    open: (name, attributes) => {
      const id = Number(attributes.get('numFmtId') ?? '0');
      if (name === 'numFmt') own.set(id, formatOf(attributes.get('formatCode') ?? ''));
      if (name === 'cellXfs') ofCells = true;
      if (name === 'xf' && ofCells) formats.push(own.get(id) ?? builtIn(id));
    },
    close: (name) => {
      if (name === 'cellXfs') ofCells = false;
    },
  });
  return formats;
}

/** Formats that have a number and no code (ECMA-376, 18.8.30). */
function builtIn(id: number): CellFormat {
  if (id === 9 || id === 10) return 'percent';
  return (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? 'date' : 'number';
}

function formatOf(code: string): CellFormat {
  const bare = code.slice(0, 255).replace(/"[^"]*"|\\.|\[[^\]]*\]|[_*]./g, '');
  const first = bare.split(';', 1)[0] ?? '';
  if (first.includes('%')) return 'percent';
  return /[dy]|^m+$/i.test(first) && !/general/i.test(first) ? 'date' : 'number';
}

/** The date of a serial number; undefined when it is none. The 1900 system has a 29 February 1900, which is none either. */
export function dateOfSerial(serial: number, epoch1904: boolean): string | undefined {
  // Half a second: midnight may be stored as a little less.
  const whole = Math.floor(serial + 0.5 / 86_400);
  if (whole < (epoch1904 ? 0 : 1) || whole > LAST || (!epoch1904 && whole === 60)) return undefined;
  return isoOf(epoch1904 ? whole - 24_107 : whole - (whole < 60 ? 25_568 : 25_569));
}

/** 31 December 9999. */
const LAST = 2_958_465;
