export type FileCache = (key: string, read: () => Promise<Uint8Array>) => Promise<Buffer>;

/**
 * A cache of files that never change under their key; the least recently used are dropped first. A dropped file that is still being sent is reused,
 * so that slow readers never cause a second copy.
 * @param maxBytes capacity of the cache in bytes
 */
export function createFileCache(maxBytes: number): FileCache {
  const cached = new Map<string, Buffer>();
  const reading = new Map<string, Promise<Buffer>>();
  const alive = new Map<string, WeakRef<Buffer>>();
  const collected = new FinalizationRegistry<string>((key) => {
    if (alive.get(key)?.deref() === undefined) alive.delete(key);
  });
  let bytes = 0;

  function add(key: string, file: Buffer): void {
    cached.set(key, file);
    bytes += file.length;
    for (const [oldest, { length }] of cached) {
      if (bytes <= maxBytes || oldest === key) break;
      cached.delete(oldest);
      bytes -= length;
    }
  }

  async function readOnce(key: string, read: () => Promise<Uint8Array>): Promise<Buffer> {
    const { buffer, byteOffset, byteLength } = await read();
    const file = Buffer.from(buffer, byteOffset, byteLength);
    alive.set(key, new WeakRef(file));
    collected.register(file, key);
    add(key, file);
    return file;
  }

  return async (key, read) => {
    const found = cached.get(key);
    if (found !== undefined) {
      cached.delete(key);
      cached.set(key, found);
      return found;
    }
    const sent = alive.get(key)?.deref();
    if (sent !== undefined) {
      add(key, sent);
      return sent;
    }
    const under = reading.get(key) ?? readOnce(key, read).finally(() => reading.delete(key));
    reading.set(key, under);
    return under;
  };
}
