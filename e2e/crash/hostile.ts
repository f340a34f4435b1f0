import { limits } from '../../contract/limits.ts';

/** Part of every hostile value, so that tests can search for it where it must not appear. */
export const MARK = 'Zxqv';

export const DEEP = 'an object deep down';

export const hostile: ReadonlyArray<[what: string, value: unknown]> = [
  ['null', null],
  ['a number', 5],
  ['a truth value', true],
  ['a list', [MARK]],
  ['an object', { [MARK]: MARK, toString: MARK }],
  [DEEP, deep(200)],
  ['nothing', ''],
  ['spaces', ' \t \n '],
  ['what cannot be seen', '\u200b\u2060\ufeff'],
  ['too long by one', MARK.padEnd(limits.message + 1, 'x')],
  ['60 KB', MARK.repeat(15_000)],
  ['NUL', `${MARK}\u0000Ada`],
  ['a line break and a header', `${MARK}\r\nBcc: ${MARK}@evil.example\r\n\r\nbody`],
  ['control characters', `${MARK}\u0007\u001b[31m\u009b`],
  ['half a character', `${MARK}\ud800`],
  ['text that runs the other way', `${MARK}\u202egpj.exe`],
  ['markup', `<script>alert('${MARK}')</script><img src=x onerror=alert(1)>`],
  ['SQL', `${MARK}'; drop table leads; --`],
  ['SQL of another kind', `${MARK}" or 1=1 /* `],
  ['a formula', `=cmd|'/c calc'!${MARK}`],
  ['a template', `{{constructor.constructor('return ${MARK}')()}} \${7*7}`],
  ['a path', `../../../../etc/${MARK}`],
  ['an address with a comment', `${MARK}(comment)@example.com`],
  ['two addresses', `${MARK}@example.com, ${MARK}2@example.com`],
  ['an address with a name', `"${MARK}" <${MARK}@example.com>`],
];

function deep(levels: number): unknown {
  let value: unknown = MARK;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}
