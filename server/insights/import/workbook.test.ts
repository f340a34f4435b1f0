import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { disclosedNotes } from '../../../contract/figures/disclosure.testing.ts';
import { isoOf } from '../../../contract/figures/days.ts';
import { readFile } from './record-file.ts';
import { readWorkbook } from './workbook.ts';

const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const HEAD =
  '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>Bonds &amp; bills</t></is></c></row>';

type Parts = { rows?: string; sheet?: string; strings?: string; styles?: string; index?: string };

/** A workbook of the sheets Notes (hidden), Values and Other. */
function workbook({ rows = '', sheet, strings, styles, index }: Parts): Uint8Array {
  const values = sheet ?? `<?xml version="1.0"?><worksheet><sheetData>${HEAD}${rows}</sheetData></worksheet>`;
  const other = `<x:worksheet xmlns:x="s"><x:sheetData><x:row><x:c t="str"><x:v>date</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
  const parts = {
    'xl/workbook.xml':
      index ??
      '<workbook><workbookPr/><sheets><sheet name="Notes" r:id="r3" state="hidden"/><sheet name="Values" r:id="r1"/><sheet name="Other" r:id="r2"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships>${[1, 2, 3].map((id) => `<Relationship Id="r${id}" Type="${REL}/worksheet" Target="${id === 2 ? '/xl/' : ''}worksheets/sheet${id}.xml"/>`).join('')}</Relationships>`,
    'xl/styles.xml':
      styles ??
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-409]d\\-mmm\\-yy;@"/><numFmt numFmtId="165" formatCode="&quot;day&quot; 0.00"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="10"/><xf numFmtId="165"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml': strings ?? '<sst><si><t>date</t></si><si><r><t>port</t></r><r><t>folio</t></r><rPh><t>x</t></rPh></si></sst>',
    'xl/worksheets/sheet1.xml': values,
    'xl/worksheets/sheet2.xml': other,
    'xl/worksheets/sheet3.xml': other,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}

const text = async (parts: Parts, sheet?: string) => {
  const read = await readWorkbook({ workbook: workbook(parts), sheet });
  return read.ok ? read.text : read.faults;
};
const row = (r: number, date: string, ...cells: string[]) =>
  `<row r="${r}">${[date, ...cells].map((cell, at) => cell && `<c r="${'ABCDE'[at]}${r}"${cell}</c>`).join('')}</row>`;

describe('a workbook', () => {
  test('is read with its dates, percentages, texts and formulas, each row on its line', async () => {
    const rows = [
      row(3, ' s="1"><v>45635</v>', '><v>100</v>'),
      row(4, ' s="2"><v>45636.99999999999</v>', '><f>B3*1.01</f><v>101.00000000000001</v>', ' s="3"><v>1.23E-2</v>'),
      row(5, '><v>45638</v>', ' s="4"><v>5</v>', ' t="e"><v>#N/A</v>', ''),
      row(6, '><v>20241213</v>', '><f>A1</f>', ' t="b"><v>1</v>'),
    ].join('');
    expect(await text({ rows: `${rows}<row r="900"><c r="Z900" s="1"/></row>` })).toBe(
      'date,portfolio,Bonds & bills\n\n2024-12-09,100,\n2024-12-11,101.00000000000001,1.23%\n2024-12-12,5,"error #N/A"\n20241213,a formula without a value,TRUE',
    );
  });

  test('of the system that counts from 1904', async () => {
    const index = '<workbook><workbookPr date1904="true"/><sheets><sheet name="V" r:id="r1"/></sheets></workbook>';
    expect(await text({ index, rows: row(2, ' s="1"><v>44173</v>', '><v>1</v>') })).toContain('\n2024-12-09,1');
    expect(
      await text({
        rows: row(2, ' s="1"><v>1</v>', '><v>1</v>') + row(3, ' s="1"><v>60</v>', '><v>1</v>') + row(4, ' s="1"><v>61</v>', '><v>1</v>'),
      }),
    ).toMatch(/\n1900-01-01,1,\n60,1,\n1900-03-01,1,$/);
  });

  test('is read from its first sheet that is visible, or from the one that is named', async () => {
    expect(await text({}, 'Other')).toBe('date');
    expect(await text({}, 'Missing')).toEqual(["--sheet: there is no 'Missing', only 'Notes', 'Values', 'Other'"]);
  });

  test('is a record like any file, notes and later benchmarks included', async () => {
    const notes = '<row r="1"><c r="A1" t="inlineStr"><is><t># name: A, B</t></is></c></row>';
    const sheet = `<worksheet><sheetData>${notes}${HEAD.replaceAll('"1"', '"2"').replaceAll(/([ABC])1"/g, '$12"')}${row(3, ' s="1"><v>45635</v>', '><v>100</v>')}${row(4, ' s="1"><v>45636</v>', '><v>101</v>', '><v>7</v>')}</sheetData></worksheet>`;
    const read = readFile(String(await text({ sheet })), 'fund', disclosedNotes, { previous: undefined, today: 21_000 });
    const { about, record } = read.ok ? read.imported : expect.fail(read.faults.join('\n'));
    expect([about.name, about.benchmark, Array.from(record.days, isoOf), [...record.benchmark!]]).toEqual([
      'A, B',
      'Bonds & bills',
      ['2024-12-09', '2024-12-10'],
      [Number.NaN, 7],
    ]);
  });
});

describe('a workbook is refused in words', () => {
  const endless = 'a'.repeat(1_000_000);
  test.each<[string, Uint8Array | Parts, RegExp]>([
    ['no zip', strToU8('PK\x03\x04xxxxxxxx'), /cannot be read/],
    ['another zip', zipSync({ 'word/document.xml': strToU8('<a/>') }), /no \.xlsx workbook/],
    ['entities', { strings: '<!DOCTYPE a [<!ENTITY b "bbbb">]><sst><si><t>&b;</t></si></sst>' }, /cannot be read/],
    ['a bomb', zipSync({ 'xl/workbook.xml': new Uint8Array(49 * 1024 * 1024) }, { level: 9 }), /far larger than a record/],
    [
      'a size that is a lie',
      lying(workbook({ sheet: `<worksheet><sheetData>${' '.repeat(100_000)}</sheetData></worksheet>` })),
      /ends early|cannot be read/,
    ],
    [
      'too much text of few strings',
      {
        strings: `<sst><si><t>${endless}</t></si></sst>`,
        rows: Array.from({ length: 4000 }, (_, at) => row(at + 2, ' t="s"><v>0</v>')).join(''),
      },
      /more text than a record/,
    ],
    ['rows out of order', { rows: row(3, '><v>1</v>') + row(2, '><v>1</v>') }, /row 2 is out of order/],
    ['a row beyond all', { rows: row(2e9, '><v>1</v>') }, /out of order/],
    ['a sheet cut off', { sheet: '<worksheet><sheetData><row r="1"><c r="A1"><v>1' }, /ends early/],
  ])('%s', async (_, given, words) => {
    const read = await readWorkbook({ workbook: given instanceof Uint8Array ? given : workbook(given), sheet: undefined });
    expect(read.ok ? read.text.slice(0, 100) : read.faults.join('\n')).toMatch(words);
  });

  test('with more columns than are read, by the line', async () => {
    const wide = `<row r="2"><c r="A2" s="1"><v>45635</v></c><c r="B2"><v>1</v></c><c r="ZZ2"><v>1</v></c></row>`;
    const read = readFile(String(await text({ rows: wide })), 'fund', disclosedNotes, { previous: undefined, today: 21_000 });
    expect(read.ok ? [] : read.faults.join('\n')).toContain('at least two dates');
    const both = readFile(
      String(await text({ rows: wide + row(3, ' s="1"><v>45636</v>', '><v>1</v>', '><v>1</v>') })),
      'fund',
      disclosedNotes,
      { previous: undefined, today: 21_000 },
    );
    expect(both.ok ? [] : both.faults[0]).toContain('line 2: 50 cells or more');
  });
});

/** Makes the sheet's entry in the archive's directory declare 10 bytes. */
function lying(zip: Uint8Array): Uint8Array {
  const bytes = Buffer.from(zip);
  const name = bytes.lastIndexOf('xl/worksheets/sheet1.xml');
  bytes.writeUInt32LE(10, name - 46 + 24);
  return bytes;
}
