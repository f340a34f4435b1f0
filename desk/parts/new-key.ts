/** A random key for a call that may be repeated. crypto.randomUUID exists only on secure origins; the desk may run on a plain HTTP address. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
