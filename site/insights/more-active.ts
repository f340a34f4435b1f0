const FLAG = 'more-active';
const SELECTED = 'selected-portfolio';
// The session's own copies, for browsers whose storage is off.
const held = new Map<string, string>();

export function isMoreActive(): boolean {
  return read(FLAG) === 'true';
}

export function becomeMoreActive(): void {
  write(FLAG, 'true');
}

/** Remembers whose details are open, so that the link of the mail opens them again. It may open in another tab. */
export function rememberPortfolio(id: string): void {
  write(SELECTED, id);
}

export function rememberedPortfolio(): string | undefined {
  return read(SELECTED);
}

function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? held.get(key);
  } catch {
    return held.get(key);
  }
}

function write(key: string, value: string) {
  held.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // Lasts as long as the document.
  }
}
