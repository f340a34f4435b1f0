const KEY = 'visitor-id';
let id: string | undefined;

/** This browser's own id: made at the first visit, kept here, sent only with what the visitor sends. */
export function getVisitorId(): string {
  id ??= stored() ?? newId();
  return id;
}

function stored(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

function newId(): string {
  const made = randomUuid();
  try {
    localStorage.setItem(KEY, made);
  } catch {
    // Storage is off: the id lasts as long as the document.
  }
  return made;
}

/** crypto.randomUUID exists only on secure origins; the site also runs on a plain address in a private network. */
export function randomUuid(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
