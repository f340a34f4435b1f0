import PDFDocument from 'pdfkit';

export function bytes(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}

type Parts = {
  trailer?: string;
  objects?: readonly string[];
  leading?: string;
  start?: number;
};

const PAGES = ['1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n', '2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n'];

export function tablePdf({ trailer = '', objects = [], leading = '', start }: Parts): string {
  const body = `${leading}%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n${[...PAGES, ...objects].join('')}`;
  const table = 'xref\n0 1\n0000000000 65535 f \n';
  return `${body}${table}trailer\n<< /Size 9 /Root 1 0 R ${trailer} >>\nstartxref\n${start ?? body.length}\n%%EOF\n`;
}

export function streamPdf({ trailer = '', objects = [], leading = '', start }: Parts): string {
  const body = `${leading}%PDF-1.7\n${[...PAGES, ...objects].join('')}`;
  const dictionary = `<< /Type /XRef /Size 9 /Root 1 0 R /W [1 2 1] ${trailer} /Length 4 >>`;
  return `${body}8 0 obj\n${dictionary}\nstream\n\u0001\u0000\u00ff)\nendstream\nendobj\nstartxref\n${start ?? body.length}\n%%EOF\n`;
}

export async function madePdf(options: PDFKit.PDFDocumentOptions): Promise<Uint8Array> {
  const document = new PDFDocument({ ...options, info: { Title: 'How to /Encrypt << 5 0 R >> (and why)' } });
  document.text('trailer << /Encrypt 5 0 R >>');
  document.end();
  const pieces: Uint8Array[] = [];
  for await (const piece of document) pieces.push(piece as Uint8Array);
  return Buffer.concat(pieces);
}
