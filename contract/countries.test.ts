import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countries, DEFAULT_COUNTRY, isOnlyDialCode } from './countries.ts';

describe('countries', () => {
  it('are 244, each with a name, a code and a dial code of its own shape, and Italy among them', () => {
    expect(countries).toHaveLength(244);
    expect(new Set(countries.map(([, iso2]) => iso2)).size).toBe(244);
    expect(new Set(countries.map(([name]) => name)).size).toBe(244);
    for (const [name, iso2, dialCode] of countries) {
      expect(name).toBe(name.trim());
      expect(iso2).toMatch(/^[a-z]{2}$/);
      expect(dialCode).toMatch(/^[1-9]\d{0,3}$/);
    }
    expect(countries.find(([, iso2]) => iso2 === DEFAULT_COUNTRY)?.slice(0, 3)).toEqual(['Italy', 'it', '39']);
  });

  it('stand in the order of their names', () => {
    const names = countries.map(([name]) => name);
    expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare));
  });

  it('have masks of places and separators, with a default wherever there are several', () => {
    for (const [name, , , format] of countries) {
      if (format === undefined || format === '') continue;
      const masks = typeof format === 'string' ? { default: format } : format;
      expect(masks, name).toHaveProperty('default');
      for (const [beginning, mask] of Object.entries(masks)) {
        expect(mask, name).toMatch(/^[.() -]+$/);
        if (beginning !== 'default') expect(() => new RegExp(beginning.slice(1, -1))).not.toThrow();
      }
    }
  });

  it('that share a dial code say which one comes first', () => {
    for (const dialCode of new Set(countries.map((country) => country[2]))) {
      const first = countries.filter((country) => country[2] === dialCode && (country[4] ?? 0) === 0);
      expect(
        first.map(([name]) => name),
        `+${dialCode}`,
      ).toHaveLength(1);
    }
  });
});

describe('isOnlyDialCode', () => {
  it('sees through every separator', () => {
    fc.assert(
      fc.property(fc.constantFrom(...countries), fc.stringMatching(/^[ ()./-]{0,4}$/), ([, , dialCode], gap) => {
        expect(isOnlyDialCode(`+${gap}${dialCode}${gap}`)).toBe(true);
      }),
    );
  });

  it('leaves every number of subscribers alone', () => {
    fc.assert(
      fc.property(fc.constantFrom(...countries), fc.stringMatching(/^[0-9]{4,12}$/), ([, , dialCode], digits) => {
        expect(isOnlyDialCode(`+${dialCode} ${digits}`)).toBe(false);
        expect(isOnlyDialCode(digits)).toBe(false);
      }),
    );
  });
});
