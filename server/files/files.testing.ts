import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { openFiles, type Files, type FilesOptions } from './files.ts';
import type { FakeS3 } from './s3-double.testing.ts';
import { startFakeS3 } from './s3.testing.ts';
import type { Store } from '../store/store.ts';
import { freshStore, silent, temporaryFolder } from '../store/store.testing.ts';
import type { ReceivedFile } from './upload-staging.ts';

export const places = ['disk', 'a bucket', 'a bucket with a prefix'] as const;

export type Place = {
  files: Files;
  store: Store;
  folder: string;
  bucket: FakeS3 | undefined;
  beside: (store?: Store, more?: Partial<FilesOptions>) => Files;
  kept: () => Promise<string[]>;
  incoming: () => Promise<string[]>;
  drop: (key: string) => Promise<void>;
};

export async function place(kind: (typeof places)[number], more: Partial<FilesOptions> = {}): Promise<Place> {
  const dataDir = temporaryFolder();
  const bucket = kind === 'disk' ? undefined : await startFakeS3(kind === 'a bucket' ? '' : 'some/cvs');
  const folder = join(dataDir, 'files');
  const store = await freshStore();
  const beside: Place['beside'] = (of = store, options = {}) => {
    const files = openFiles({ dataDir, bucket: bucket?.address, store: of, log: silent, ...more, ...options });
    onTestFinished(() => files.close());
    return files;
  };
  const prefix = kind === 'a bucket' ? '' : 'some/cvs/';
  return {
    folder,
    bucket,
    store,
    beside,
    files: beside(),
    kept: async () => {
      const names = bucket ? [...bucket.objects.keys()].map((key) => key.split('/').at(-1)!) : await namesIn(folder);
      return names.filter((name) => name !== 'incoming' && name !== 'store-id');
    },
    incoming: () => stagedIn(folder),
    drop: async (key) => {
      if (bucket) return void bucket.objects.set(`${prefix}${key}`, Buffer.from('left'));
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, key), 'left');
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

async function stagedIn(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, 'incoming'), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile() && entry.name !== 'server.lock').map((entry) => entry.name);
}

export async function keyOf(received: ReceivedFile): Promise<string> {
  const kept = await received.store();
  if (!kept.ok) throw new Error(`not kept: ${kept.reason}`);
  return kept.key;
}

export async function* inPieces(content: Buffer): AsyncIterable<Uint8Array> {
  for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536);
}

export async function bytes(stream: Readable): Promise<Buffer> {
  return Buffer.concat((await stream.toArray()) as Buffer[]);
}
