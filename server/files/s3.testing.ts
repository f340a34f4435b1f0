import { onTestFinished } from 'vitest';
import { openFakeS3, type FakeS3 } from './s3-double.testing.ts';

/** Starts a fake bucket that closes when the test ends. */
export async function startFakeS3(prefix?: string): Promise<FakeS3> {
  const bucket = await openFakeS3(prefix);
  onTestFinished(() => bucket.close());
  return bucket;
}
