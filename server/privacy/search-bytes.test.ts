import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../store/store.testing.ts';
import { findBytes, PIECE } from './search-bytes.ts';

test('a text is found wherever it stands, in capitals or not, and not as a part of a longer one', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'file');
  const places = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: PIECE - 20, max: PIECE + 20 }));
  await fc.assert(
    fc.asyncProperty(
      places,
      fc.constantFrom('da@x.example', 'DA@X.Example'),
      fc.constantFrom('', 'A', 'x'),
      async (place, text, before) => {
        await writeFile(path, `${'-'.repeat(place)}${before}${text}${'-'.repeat(30)}`);
        expect(await findBytes(folder, ['da@x.example'])).toEqual(['file']);
        expect(await findBytes(folder, ['da@x.example'], ['ada@x.example'])).toEqual(before === 'A' ? [] : ['file']);
      },
    ),
    { numRuns: 60 },
  );
});
