/** What usePhoneInput cannot know about the way people and browsers fill in a number. */

/**
 * A text that was typed, pasted or filled in, as a number with its country's dial code; `undefined` where it has one.
 * The input would read the first digits of a national number as a dial code (333 → +33 3).
 */
export function withDialCode(text: string, dialCode: string): string | undefined {
  const digits = text.replace(/\D/g, '');
  if (digits === '') return undefined;
  if (!text.includes('+')) return digits.startsWith('00') ? `+${digits.slice(2)}` : `+${dialCode}${digits}`;
  // '+39 ' stood there already, and then somebody typed 0044…
  const doubled = `${dialCode}00`;
  return digits.startsWith(doubled) && digits.length > doubled.length ? `+${digits.slice(doubled.length)}` : undefined;
}

/** The same number under another country's dial code: what was typed after the old one stays. */
export function underDialCode(phone: string, from: string, to: string): string {
  const digits = phone.replace(/\D/g, '');
  return `+${to}${digits.startsWith(from) ? digits.slice(from.length) : digits}`;
}
