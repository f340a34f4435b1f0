/**
 * The address by which a telephone number is dialled (RFC 3966): E.164 where it begins with + or 00. A trunk 0 in brackets is not dialled.
 * @returns undefined where it is no number at all
 */
export function phoneLink(value: string): string | undefined {
  if (!/^[\d\s()+./-]{5,}$/.test(value)) return undefined;
  const dialled = value.replace('(0)', '').replace(/[^\d+]/g, '');
  return `tel:${dialled.replace(/^00(?=[1-9])/, '+')}`;
}
