import { describe, expect, it } from 'vitest';
import { underDialCode, withDialCode } from './phone-number.ts';

describe('withDialCode', () => {
  it.each<[string, string | undefined]>([
    ['333 123 4567', '+393331234567'],
    ['(02) 1234', '+39021234'],
    ['0044 20 7946', '+44207946'],
    ['3', '+393'],
    ['+39 333', undefined],
    ['(+39) 333', undefined],
    ['', undefined],
    ['+', undefined],
    ['abc', undefined],
    ['+39 0044', '+44'],
    ['+39 00', undefined],
  ])('takes %j in Italy as %j', (text, number) => {
    expect(withDialCode(text, '39')).toBe(number);
  });
});

describe('underDialCode', () => {
  it('keeps what was typed after the old dial code', () => {
    expect(underDialCode('+39333123', '39', '44')).toBe('+44333123');
    expect(underDialCode('+39', '39', '44')).toBe('+44');
    expect(underDialCode('', '39', '44')).toBe('+44');
    expect(underDialCode('+999123', '39', '44')).toBe('+44999123');
  });
});
