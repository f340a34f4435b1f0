import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { anyOf, fill, filledPage, type Placeholders } from './fill-placeholders.ts';
import { asCompressed, etagOf, fileTypes, lazilyCompressed, type Resource } from './resource.ts';

/** Files by their paths: each is read when it is first asked for. */
export type Assets = ReadonlyMap<string, () => Resource>;

/**
 * Loads a file when it is first asked for: reading more than a thousand files would take time at a start and memory, and few are ever asked for.
 * @throws where the file cannot be read; the next call tries it again
 */
export function onDemand(load: () => Resource): () => Resource {
  let loaded: Resource | undefined;
  return () => (loaded ??= load());
}

export function loadAsset(root: string, path: string, headers: Record<string, string>, placeholders: Placeholders = {}): Resource {
  const raw = readFileSync(join(root, path));
  const type = fileTypes[extname(path)] ?? 'application/octet-stream';
  const all = {
    ...headers,
    'content-type': type,
    'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  };
  if (!isText(type)) return resource(raw, all);
  // All marks in one search: one for each took a twentieth of a start.
  const isFilled = anyOf(placeholders)?.test(raw.toString('latin1')) === true;
  return isFilled ? resource(Buffer.from(fill(raw.toString('utf8'), placeholders)), all) : built(root, path, raw, all);
}

function built(root: string, path: string, body: Buffer, headers: Record<string, string>): Resource {
  const br = readIfThere(join(root, `${path}.br`));
  const gzip = readIfThere(join(root, `${path}.gz`));
  const etag = etagOf(body);
  return br === undefined || gzip === undefined ? { headers, etag, body } : asCompressed({ headers, etag, br, gzip });
}

function readIfThere(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined;
}

/** A page's bytes as they were built, until its body is first read: a search for marks in them need not fill in the page. */
export type Unfilled = { readonly unfilled?: Buffer | undefined };

/** A page whose settings are filled in when it is first looked at: filling in all of them took a tenth of a start. */
export function builtPage(built: Buffer, placeholders: Placeholders, headers: Resource['headers']): Resource & Unfilled {
  let raw: Buffer | undefined = built;
  let made = { body: built, etag: '' };
  const look = () => {
    if (raw !== undefined) {
      const body = Buffer.from(filledPage(raw.toString('utf8'), placeholders));
      made = { body, etag: etagOf(body) };
      raw = undefined;
    }
    return made;
  };
  return lazilyCompressed({
    headers,
    get unfilled() {
      return raw;
    },
    get body() {
      return look().body;
    },
    get etag() {
      return look().etag;
    },
  });
}

export function resource(body: Buffer, headers: Resource['headers']): Resource {
  const made = { headers, etag: etagOf(body), body };
  return isText(headers['content-type'] ?? '') ? lazilyCompressed(made) : made;
}

function isText(type: string): boolean {
  return /^text\/|json|xml|javascript/.test(type);
}
