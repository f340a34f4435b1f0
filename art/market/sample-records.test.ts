import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sampleRecords } from './sample-records.ts';

describe('the shipped sample track records', () => {
  const shipped: unknown = JSON.parse(readFileSync(new URL('../../server/insights/sample/records.json', import.meta.url), 'utf8'));

  test('are what the script computes now: else run `npm run art -- records`', () => {
    expect(shipped).toEqual(sampleRecords());
  });

  test('have a positive value for every day, of every line', () => {
    for (const { portfolio, benchmark, benchmark2 } of sampleRecords().portfolios) {
      for (const line of [portfolio, benchmark, benchmark2 ?? portfolio]) {
        expect(line).toHaveLength(portfolio.length);
        expect(line[0]).toBe(100);
        expect(Math.min(...line)).toBeGreaterThan(0);
      }
    }
  });
});
