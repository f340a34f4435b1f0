import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CALLER_PATTERN, callerFor, callers } from './callers.ts';

describe('callerFor', () => {
  it.each([
    ['home_bad', 'bookademo', '/formsent'],
    ['cognitive_bad', 'bookademo', '/bookLanding'],
    ['ecosystem_bad', 'bookademo', '/formsent'],
    ['home_cu', 'generic', '/confirm'],
    ['about_cu', 'generic', '/confirm'],
    ['ecosystem_cu', 'generic', '/confirm'],
    ['portfolios_cu', 'portfolios_cu', '/confirm'],
    ['insights_cu', 'insights_cu', '/insights/landing'],
    ['paper_how-figures-are-computed', 'insights_cu', '/insights/paper'],
    ['0', 'generic', '/confirm'],
  ])('opens for %s the form %s and leads to %s', (id, form, landing) => {
    expect(callerFor(id)).toMatchObject({ form, landing });
  });

  it('has the default row, with the message optional, for whatever nobody declared', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', 'paper_', 'PAPER_1', '')), (id) => {
        fc.pre((!callers.has(id) && !id.startsWith('paper_')) || id === 'paper_');
        expect(callerFor(id)).toEqual({ form: 'generic', landing: '/confirm', optional: ['message'] });
      }),
    );
  });

  it('leaves the message optional for nobody else', () => {
    for (const id of [...callers.keys(), 'paper_1']) expect(callerFor(id).optional).toBeUndefined();
  });
});

describe('CALLER_PATTERN', () => {
  it('takes every declared caller and nothing that is not 1 to 64 letters, digits, _ or -', () => {
    for (const id of [...callers.keys(), '0', 'paper_x-1', 'a'.repeat(64)]) expect(CALLER_PATTERN.test(id)).toBe(true);
    for (const id of ['', 'a'.repeat(65), 'a b', 'a/b', 'é', 'a\n', '../x']) expect(CALLER_PATTERN.test(id)).toBe(false);
  });
});
