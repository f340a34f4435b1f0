/**
 * The `tel:` address of a telephone number (RFC 3966): E.164 if it begins with + or 00. A trunk 0 in brackets is left out.
 * @returns undefined if it is not a number
 */
export function phoneLink(value: string): string | undefined {
  if (!/^[\d\s()+./-]{5,}$/.test(value)) return undefined;
  const dialled = value.replace('(0)', '').replace(/[^\d+]/g, '');
  return `tel:${dialled.replace(/^00(?=[1-9])/, '+')}`;
}

/** A phone number as it is shown: one without spaces gets them after the dial code and every three digits; others stay unchanged. */
export function spacedPhone(value: string): string {
  const [, dial, rest] = /^(\+(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3}))(\d{4,})$/.exec(value) ?? [];
  return dial === undefined ? value : `${dial} ${rest!.replaceAll(/\d{3}(?=\d{2})/g, '$& ')}`;
}
