import { createHash } from 'node:crypto';
import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import { describe, expect, test } from 'vitest';
import { StoreDown } from './errors.ts';
import { FileMissing } from './file-keeper.ts';
import { openFiles, type Files } from './files.ts';
import { parseS3Address } from './s3-address.ts';
import { signatureOf, startFakeS3, type FakeS3 } from './s3.testing.ts';
import { temporaryFolder } from './store.testing.ts';

type Place = { files: Files; folder: string; bucket: FakeS3 | undefined; kept: () => Promise<string[]>; incoming: () => Promise<string[]> };

async function place(kind: string): Promise<Place> {
  const dataDir = temporaryFolder();
  const bucket = kind === 'disk' ? undefined : await startFakeS3(kind === 'a bucket' ? '' : 'some/cvs');
  const folder = join(dataDir, 'files');
  return {
    folder,
    bucket,
    files: openFiles({ dataDir, bucket: bucket?.address }),
    kept: async () =>
      bucket
        ? [...bucket.objects.keys()].map((key) => key.split('/').at(-1)!)
        : (await namesIn(folder)).filter((name) => name !== 'incoming'),
    incoming: () => namesIn(join(folder, 'incoming')),
  };
}

describe.each(['disk', 'a bucket', 'a bucket with a prefix'])('files on %s', (kind) => {
  test('are kept under a random key with their size and hash, and read again', async () => {
    const { files, kept, incoming, bucket } = await place(kind);
    const content = Buffer.alloc(300_000, 'curriculum ');
    const received = await files.receive(inPieces(content));
    expect(received).toMatchObject({ size: content.length, sha256: createHash('sha256').update(content).digest('hex') });
    expect(await kept()).toEqual([]);
    const key = await received.keep();
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect([await kept(), await incoming()]).toEqual([[key], []]);
    expect(Buffer.compare(await bytes(await files.open(key)), content)).toBe(0);
    await received.discard();
    expect(await kept()).toEqual([key]);
    expect(bucket?.refusals ?? []).toEqual([]);
  });

  test('are listed, however many, and removed', async () => {
    const { files, kept } = await place(kind);
    const keys = [];
    for (let n = 0; n < 5; n += 1) keys.push(await (await files.receive(inPieces(Buffer.from(`${n}`)))).keep());
    const listed = [];
    for await (const { key, at } of files.list()) {
      listed.push(key);
      expect(at).toBeGreaterThan(Date.UTC(2024, 0));
    }
    expect(listed.toSorted()).toEqual(keys.toSorted());
    for (const key of keys) await files.remove(key);
    await files.remove(keys[0]!);
    expect(await kept()).toEqual([]);
  });

  test('of nothing, discarded or broken off leave nothing', async () => {
    const { files, kept, incoming } = await place(kind);
    const empty = await files.receive(inPieces(Buffer.alloc(0)));
    expect(empty.size).toBe(0);
    await empty.discard();
    await expect(files.receive(broken())).rejects.toThrow('connection lost');
    expect([await kept(), await incoming()]).toEqual([[], []]);
  });

  test('under no key of ours are missing, whatever it is', async () => {
    const { files } = await place(kind);
    for (const key of ['0'.repeat(32), '../../../etc/passwd', 'incoming', '', 'a/b']) {
      await expect(files.open(key)).rejects.toThrow(FileMissing);
    }
  });

  test('that never came to an end are swept, and those under way are not', async () => {
    const { files, folder, incoming, kept } = await place(kind);
    expect(await files.sweep(Date.now())).toBe(0);
    const received = await files.receive(inPieces(Buffer.from('whole')));
    const old = join(folder, 'incoming', 'f'.repeat(32));
    await writeFile(old, 'half');
    await utimes(old, 1000, 1000);
    expect(await files.sweep(Date.now() - 60_000)).toBe(1);
    expect(await incoming()).toHaveLength(1);
    await received.keep();
    expect([await kept(), await incoming()]).toMatchObject([[expect.any(String)], []]);
  });
});

describe('a disk', () => {
  test('shows nobody else what it keeps', async () => {
    const { files, folder } = await place('disk');
    const key = await (await files.receive(inPieces(Buffer.from('x')))).keep();
    const modes = [(await stat(folder)).mode, (await stat(join(folder, key))).mode].map((mode) => (mode & 0o777).toString(8));
    expect(modes).toEqual(['700', '600']);
  });

  test('that takes no files is a store that is down', async () => {
    const { files, folder } = await place('disk');
    const received = await files.receive(inPieces(Buffer.from('x')));
    await rm(folder, { recursive: true });
    await writeFile(folder, 'in the way');
    await expect(received.keep()).rejects.toThrow(StoreDown);
    await received.discard().catch(() => undefined);
    await expect(files.receive(inPieces(Buffer.from('x')))).rejects.toThrow(StoreDown);
  });
});

describe('a bucket', () => {
  test('that fails is asked again, and one that goes on failing is down', async () => {
    const { files, bucket, incoming } = await place('a bucket');
    bucket!.failNext(503, 500);
    await (await files.receive(inPieces(Buffer.from('x')))).keep();
    bucket!.failNext(500, 500, 500);
    const received = await files.receive(inPieces(Buffer.from('y')));
    await expect(received.keep()).rejects.toThrow(StoreDown);
    await received.discard();
    expect([bucket!.objects.size, (await incoming()).length]).toEqual([1, 0]);
  });

  test('that refuses the key is not asked again', async () => {
    const bucket = await startFakeS3();
    const files = openFiles({ dataDir: temporaryFolder(), bucket: { ...bucket.address, secretAccessKey: 'wrong' } });
    const received = await files.receive(inPieces(Buffer.from('x')));
    await expect(received.keep()).rejects.toThrow('status 403');
    expect(bucket.refusals).toEqual(['SignatureDoesNotMatch']);
  });

  test.each([
    ['https://key:secret@host/bucket', /begins with s3/],
    ['s3://host/bucket', /access key/],
    ['s3://key:secret@host', /bucket/],
    ['s3://key:secret@host/Bucket Name', /bucket/],
  ])('at %s is no address', (text, reason) => {
    expect((parseS3Address(text) as Error).message).toMatch(reason);
  });

  test('is read from its address', () => {
    expect(parseS3Address('s3+http://key:se%2Fcret@minio.local:9000/bucket/a/b/?region=eu-west-1')).toEqual({
      base: 'http://minio.local:9000/bucket/a/b',
      region: 'eu-west-1',
      accessKeyId: 'key',
      secretAccessKey: 'se/cret',
    });
    expect(parseS3Address('s3://key:secret@s3.example/bucket')).toMatchObject({ base: 'https://s3.example/bucket', region: 'us-east-1' });
  });
});

/** The examples of "Signature Calculations for the Authorization Header" in AWS's S3 API reference. */
describe('signing', () => {
  const account = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
    service: 's3',
    datetime: '20130524T000000Z',
  };
  const nothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const host = 'https://examplebucket.s3.amazonaws.com';

  test.each<{ name: string; method: string; url: string; headers: Record<string, string>; signature: string }>([
    {
      name: 'GET object',
      method: 'GET',
      url: `${host}/test.txt`,
      headers: { range: 'bytes=0-9', 'x-amz-content-sha256': nothing },
      signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    },
    {
      name: 'PUT object',
      method: 'PUT',
      url: `${host}/test$file.text`,
      headers: {
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        'x-amz-content-sha256': createHash('sha256').update('Welcome to Amazon S3.').digest('hex'),
      },
      signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    },
    {
      name: 'GET bucket lifecycle',
      method: 'GET',
      url: `${host}/?lifecycle`,
      headers: { 'x-amz-content-sha256': nothing },
      signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    },
    {
      name: 'list objects',
      method: 'GET',
      url: `${host}/?max-keys=2&prefix=J`,
      headers: { 'x-amz-content-sha256': nothing },
      signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    },
  ])('$name has the published signature', async ({ method, url, headers, signature }) => {
    const signer = new AwsV4Signer({ ...account, method, url, headers, allHeaders: true });
    const { headers: signed } = await signer.sign();
    expect(signed.get('authorization')).toMatch(new RegExp(`Signature=${signature}$`));
  });

  test('is worked out the same by the fake', () => {
    const canonical = `GET\n/test.txt\n\nhost:examplebucket.s3.amazonaws.com\nrange:bytes=0-9\nx-amz-content-sha256:${nothing}\nx-amz-date:20130524T000000Z\n\nhost;range;x-amz-content-sha256;x-amz-date\n${nothing}`;
    const signature = signatureOf(canonical, account.secretAccessKey, { date: account.datetime, region: account.region });
    expect(signature).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41');
  });
});

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

async function* inPieces(content: Buffer): AsyncIterable<Uint8Array> {
  for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536);
}

async function* broken(): AsyncIterable<Uint8Array> {
  yield Buffer.alloc(100_000);
  throw new Error('connection lost');
}

async function bytes(stream: Readable): Promise<Buffer> {
  return Buffer.concat((await stream.toArray()) as Buffer[]);
}
