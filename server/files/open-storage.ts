import { join } from 'node:path';
import type { FileStorage } from './file-storage.ts';
import { diskStorage } from './files-disk.ts';
import { s3Storage } from './files-s3.ts';
import type { S3Address } from '../settings/s3-address.ts';

export type StoragePlace = { dataDir: string; bucket?: S3Address | undefined; now?: (() => number) | undefined };

export function openStorage({ dataDir, bucket, now }: StoragePlace): FileStorage {
  return bucket === undefined ? diskStorage(filesFolder(dataDir)) : s3Storage(bucket, now);
}

export function filesFolder(dataDir: string): string {
  return join(dataDir, 'files');
}
