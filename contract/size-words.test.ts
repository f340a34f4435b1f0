import { expect, test } from 'vitest';
import { sizeWords } from './size-words.ts';

const most = 3 * 1024 * 1024;

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [2048, '2 KB'],
  [2489, '2 KB'],
  [most, '3.00 MB'],
  [most + 1, '3.01 MB'],
])('%i is said as %s', (bytes, words) => expect(sizeWords(bytes)).toBe(words));
