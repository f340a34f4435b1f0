/** Makes a PDF of one page with these lines: small, valid, and the same for the same lines. `more`: other entries of its catalogue. */
export function sampleCv(lines: readonly string[], more = ''): Buffer {
  const [title = '', ...rest] = lines;
  const text = [
    `BT /F1 20 Tf 56 770 Td (${escaped(title)}) Tj ET`,
    ...rest.map((line, at) => `BT /F1 11 Tf 56 ${735 - 18 * at} Td (${escaped(line)}) Tj ET`),
  ];
  const drawn = text.join('\n');
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${more}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/Annots[6 0 R]>>',
    `<</Length ${drawn.length}>>stream\n${drawn}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    '<</Type/Annot/Subtype/Link/Rect[56 760 540 800]/Border[0 0 0]/A<</S/URI/URI(https://applicant.example/)>>>>',
  ];
  const places: number[] = [];
  let file = '%PDF-1.7\n';
  for (const [index, object] of objects.entries()) {
    places.push(file.length);
    file += `${index + 1} 0 obj${object}endobj\n`;
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + end, 'latin1');
}

/** A line as a text of a PDF, in Latin letters: others lose their accents, or become a question mark. */
function escaped(line: string): string {
  const latin = line.replaceAll('’', "'").replaceAll(/[^\x20-\xff]/g, (letter) => {
    const plain = letter.normalize('NFD').replaceAll(/\p{M}/gu, '');
    return /^[\x20-\x7e]+$/.test(plain) ? plain : '?';
  });
  return latin.replaceAll(/[\\()]/g, String.raw`\$&`);
}
