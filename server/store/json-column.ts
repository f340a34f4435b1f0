/** The object in a JSON column, or one without anything where the text is none: so that a list shows its other rows whatever one has. */
export function jsonObject(text: string | null): Record<string, unknown> {
  const value = jsonIn(text ?? '');
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** The texts of a list in a JSON column, or none where it has no such list. */
export function jsonTexts(text: string | null): string[] {
  const value = jsonIn(text ?? '');
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
