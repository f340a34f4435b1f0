import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../checked.ts';
import { limits } from '../limits.ts';
import { processorMs } from '../raw-input.testing.ts';
import { createPdfCheck } from './pdf.ts';
import { bytes, madePdf, streamPdf, tablePdf } from './pdf.testing.ts';

const REFERENCE = '/Encrypt 5 0 R';
const SPEAKS = '7 0 obj\n<< /Title (trailer << /Encrypt 5 0 R >> \\) xref ( ) /Encrypt <<) >>\nendobj\n';
const STREAM = '6 0 obj\n<< /Length 40 >>\nstream\ntrailer\n<< /Encrypt 5 0 R >>\n/Encrypt << ) >\nendstream\nendobj\n';
const EMBEDDED = `6 0 obj\n<< /Type /EmbeddedFile /Length 400 >>\nstream\n${tablePdf({ trailer: REFERENCE, objects: [STREAM] })}\nendstream\nendobj\n`;

describe.each([
  ['table', tablePdf],
  ['stream', streamPdf],
])('a PDF with a cross-reference %s', (_, pdf) => {
  it.each([
    ['a reference', REFERENCE],
    ['a dictionary', '/Encrypt << /Filter /Standard >>'],
    ['a dictionary, close', '/Encrypt<</Filter/Standard>>'],
    ['one letter escaped', '/#45ncrypt 5 0 R'],
    ['every letter escaped', '/#45#6E#63#72#79#70#74 5 0 R'],
    ['a comment between', '/Encrypt % here\n 5 0 R'],
    ['a name as the value before', '/Trapped /False /Encrypt 5 0 R'],
    ['a string, an array and a dictionary before', '/ID [<00ff> (a\\)b)] /Info << /A [<< >>] >> /Encrypt 5 0 R'],
    ['a bracket too many before', '/A ] /Encrypt 5 0 R'],
  ])('is protected by %s', (_, trailer) => {
    expect(faultOf(pdf({ trailer }))).toBe('protected');
    expect(faultOf(pdf({ trailer, objects: [SPEAKS, STREAM] }))).toBe('protected');
    expect(faultOf(pdf({ trailer, leading: '\u00ef\u00bb\u00bf\n' }))).toBe('protected');
    expect(faultOf(pdf({ trailer, start: 0 }))).toBe('protected');
    expect(faultOf(pdf({ trailer, start: 99_999_999 }))).toBe('protected');
  });

  it.each<[string, Parameters<typeof tablePdf>[0]]>([
    ['nothing', {}],
    ['a string', { objects: [SPEAKS] }],
    ['a string of the trailer', { trailer: '/Title (/Encrypt 5 0 R)' }],
    ['a hexadecimal string', { trailer: '/ID [<2F456E6372797074>]' }],
    ['a comment', { objects: ['% trailer << /Encrypt 5 0 R >>\n'] }],
    ['a comment of the trailer', { trailer: '% /Encrypt 5 0 R\n' }],
    ['a stream', { objects: [STREAM] }],
    ['a protected PDF within it', { objects: [EMBEDDED] }],
    ['a dictionary of the trailer', { trailer: '/Info << /Encrypt 5 0 R >>' }],
    ['another object', { objects: ['7 0 obj\n<< /Encrypt 5 0 R >>\nendobj\n'] }],
    ['a name as a value', { trailer: '/Trapped /Encrypt 5 0 R' }],
    ['names like it', { trailer: '/Encryption 5 0 R /EncryptMetadata false /Encrypt#20 5 0 R /encrypt 5 0 R' }],
    ['an entry that is null', { trailer: '/Encrypt null' }],
    ['a sign that escapes nothing', { trailer: '/#4#45ncrypt 5 0 R /#ZZ 5 0 R' }],
  ])('is not protected by %s', (_, parts) => {
    expect(faultOf(pdf(parts))).toBeUndefined();
    expect(faultOf(pdf({ ...parts, leading: '\n' }))).toBeUndefined();
  });

  it('is protected by the section that startxref names, wherever it is hidden', () => {
    const section = `xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Root 1 0 R ${REFERENCE} >>\n`;
    for (const [before, after] of [
      ['7 0 obj\n(', ')\nendobj\n'],
      ['7 0 obj\n<< >>\nstream\n', '\nendstream\nendobj\n'],
      ['7 0 obj\n(', ''],
    ] as const) {
      const start = pdf({ objects: [before] }).indexOf(before) + before.length;
      expect(faultOf(pdf({ objects: [`${before}${section}${after}`], start }))).toBe('protected');
    }
  });
});

describe('a PDF from a program', () => {
  it.each<[string, PDFKit.PDFDocumentOptions]>([
    ['with a password to open', { userPassword: 'secret' }],
    ['with a password to change', { ownerPassword: 'secret', permissions: { printing: 'lowResolution' } }],
    ['with both, by AES', { userPassword: 'a', ownerPassword: 'b', pdfVersion: '1.7ext3' }],
    ['with both, uncompressed', { userPassword: 'a', ownerPassword: 'b', compress: false }],
  ])('%s is protected', async (_, options) => {
    expect(faultOf(await madePdf(options))).toBe('protected');
  });

  it.each<[string, PDFKit.PDFDocumentOptions]>([
    ['compressed', {}],
    ['uncompressed, with the words in its text', { compress: false }],
    ['tagged', { tagged: true, pdfVersion: '1.7', lang: 'en' }],
  ])('%s is not', async (_, options) => {
    expect(faultOf(await madePdf(options))).toBeUndefined();
  });
});

it('is judged the same in pieces of any size', () => {
  const texts = [
    ['%PDF-1.7\n', 'trailer', 'xref\n', ' << ', '/Encrypt', '/#45ncrypt', ' 9 0 R', '>>', '\n', '(', ')', '\\', '<', '>', '[', ']'],
    ['/Type /XRef ', '8 0 obj', 'stream\n', 'endstream', 'endstrendstream', ' null', '%', 'startxref 9\n', 'startxref 30\n', 'endobj'],
    [tablePdf({ trailer: REFERENCE }), streamPdf({ trailer: REFERENCE }), EMBEDDED, SPEAKS],
  ].flat();

  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...texts), { maxLength: 14 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      (parts, cuts) => {
        const whole = bytes(`%PDF-1.7\n${parts.join('')}`);
        const check = createPdfCheck(limits.cv);
        for (let at = 0, turn = 0; at < whole.length; turn += 1) {
          const length = elementAt(cuts, turn % cuts.length);
          check.push(whole.subarray(at, at + length));
          at += length;
        }
        expect(check.fault()).toBe(faultOf(whole));
      },
    ),
    { numRuns: 500 },
  );
});

it.each(
  [
    ['/Enc', '/#45ncrypt ', '(', '<<', '[', '%\n', 'a ', '1 0 obj\n', 'startxref 1 '],
    ['trailer<<', '1 0 obj<</Type/XRef>>', '<</Encrypt ', '<<>>stream\nendstream ', 'endstre'],
  ].flat(),
)('3 MB of %s cost no more than a fraction of a second', (unit) => {
  const text = `%PDF-1.7\n${unit.repeat(Math.floor((limits.cv - 40) / unit.length))}`;
  for (const begun of ['', '1 0 obj<<>>\nstream\n', '1 0 obj(']) {
    const content = bytes(begun + text);
    content.set(bytes('%PDF-1.7\n'));
    expect(processorMs(() => faultOf(content), MAX_MS)).toBeLessThan(MAX_MS);
  }
});

/** Each byte is read once, in about ten nanoseconds; an earlier version that looked ahead from every byte took two seconds. */
const MAX_MS = 600;

function faultOf(content: Uint8Array | string): ReturnType<ReturnType<typeof createPdfCheck>['fault']> {
  const check = createPdfCheck(limits.cv);
  const whole = typeof content === 'string' ? bytes(content) : content;
  for (let at = 0; at < whole.length; at += 64 * 1024) check.push(whole.subarray(at, at + 64 * 1024));
  return check.fault();
}
