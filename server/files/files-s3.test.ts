import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { describe, expect, test } from 'vitest';
import { StoreDown } from '../store/errors.ts';
import { openFiles } from './files.ts';
import { inPieces, keyOf, place } from './files.testing.ts';
import { parseS3Address } from '../settings/store-addresses.ts';
import { signatureOf } from './s3-double.testing.ts';
import { startFakeS3 } from './s3.testing.ts';
import { freshStore, silent, temporaryFolder } from '../store/store.testing.ts';

describe('a bucket', () => {
  test('that fails is asked again, and one that goes on failing is down', async () => {
    const { files, bucket, incoming, kept } = await place('a bucket');
    await keyOf(await files.receive(inPieces(Buffer.from('w'))));
    bucket!.failNext(503, 500);
    await keyOf(await files.receive(inPieces(Buffer.from('x'))));
    bucket!.failNext(500, 500, 500);
    const received = await files.receive(inPieces(Buffer.from('y')));
    await expect(received.store()).rejects.toThrow(StoreDown);
    await received.discard();
    expect([(await kept()).length, (await incoming()).length]).toEqual([2, 0]);
  });

  test.each([
    [[403], /FILES_URL refuses the key.*status 403/],
    [[404, 404], /FILES_URL does not exist/],
    [[301], /FILES_URL refuses the request, as for a wrong region/],
    [[503, 503, 503], /FILES_URL fails \(status 503\)/],
  ])('that answers %j is not ready, by what is wrong and the setting', async (statuses, message) => {
    const { files, bucket } = await place('a bucket');
    bucket!.failNext(...statuses);
    await expect(files.ready()).rejects.toThrow(message);
    await files.ready();
  });

  test('is asked by the store’s time, whatever this machine’s clock says', async () => {
    const at = Date.UTC(2020, 1, 29);
    const { bucket, beside, store } = await place('a bucket');
    const files = beside({ ...store, now: () => at });
    bucket!.now = () => at;
    await keyOf(await files.receive(inPieces(Buffer.from('x'))));
    expect(bucket!.refusals).toEqual([]);
    bucket!.now = () => at + 3_600_000;
    await expect(files.ready()).rejects.toThrow('status 403');
    expect(bucket!.refusals).toEqual(['RequestTimeTooSkewed']);
  });

  test('that refuses the key is not asked again', async () => {
    const bucket = await startFakeS3();
    const address = { ...bucket.address, secretAccessKey: 'wrong' };
    const files = openFiles({ dataDir: temporaryFolder(), bucket: address, store: await freshStore(), log: silent });
    const received = await files.receive(inPieces(Buffer.from('x')));
    await expect(received.store()).rejects.toThrow('status 403');
    expect(bucket.refusals).toEqual(['SignatureDoesNotMatch']);
    await files.close();
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

/** Uses the examples of "Signature Calculations for the Authorization Header" in AWS's S3 API reference. */
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
