/**
 * A text as the value of a header, shown as it was typed and fit to be folded: what a reader would take for an encoded word is encoded
 * itself, and so is a word that is too long for a line of 78 characters (RFC 5322, 2.1.1; RFC 2047).
 */
export function headerValue(text: string): string {
  const plain = /^[\x20-\x7e]*$/.test(text) && !text.includes('=?') && !/\S{61}/.test(text);
  return plain ? text : encodedWords(text);
}

/** Each word holds whole characters only, and at most 75 characters with its frame. */
function encodedWords(text: string): string {
  const words: string[] = [];
  let word = '';
  for (const character of text) {
    if (Buffer.byteLength(word + character) > 39) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word].map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join(' ');
}
