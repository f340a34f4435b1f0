import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import { StoreDown } from '../store/errors.ts';
import { FILE_KEY, FileMissing, OWNER_NAME, type FileStorage } from './file-storage.ts';
import type { S3Address } from '../settings/store-addresses.ts';

/** SHA-256 of an empty body, in hexadecimal. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const ATTEMPTS = 3;
/** Milliseconds without an answer after which an attempt fails. */
const TIMEOUT = 20_000;

/** @param now time for request signatures, in milliseconds since the epoch: S3 refuses a clock that is off by more than 15 minutes */
export function s3Storage(address: S3Address, now: () => number = Date.now): FileStorage {
  const call = createCaller(address, now);
  const [bucket, prefix] = bucketAndPrefix(address.base);
  const owner = `${address.base}/${OWNER_NAME}`;
  const readOwner = async () => {
    const answer = await call('GET', owner).catch(ifMissing);
    return (await answer?.text())?.trim();
  };
  return {
    place: { name: `the bucket ${address.base}`, setting: 'FILES_URL' },
    async adopt(path, key, { sha256 }) {
      await call('PUT', `${address.base}/${key}`, { sha256, body: await openAsBlob(path) });
      await rm(path, { force: true });
    },
    async open(key) {
      if (!FILE_KEY.test(key)) throw new FileMissing(`there is no file ${key}`);
      const { body } = await call('GET', `${address.base}/${key}`);
      return body === null ? Readable.from([]) : Readable.from(body, { objectMode: false });
    },
    remove: async (key) => {
      if (FILE_KEY.test(key)) await call('DELETE', `${address.base}/${key}`);
    },
    async *list() {
      for (let token: string | undefined, more = true; more; more = token !== undefined) {
        const query = new URLSearchParams({ 'list-type': '2', prefix, ...(token === undefined ? {} : { 'continuation-token': token }) });
        const page = await call('GET', `${bucket}?${query.toString()}`).catch(noBucket);
        const text = await page.text();
        for (const [, entry = ''] of text.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
          const key = element(entry, 'Key')?.slice(prefix.length) ?? '';
          if (FILE_KEY.test(key)) yield { key, size: Number(element(entry, 'Size')), at: Date.parse(element(entry, 'LastModified') ?? '') };
        }
        token = element(text, 'IsTruncated') === 'true' ? element(text, 'NextContinuationToken') : undefined;
      }
    },
    readOwner,
    // Not every S3 server supports conditional PUT, so the caller reads the id again after it was written.
    async writeOwner(id, replace = false) {
      if (!replace && (await readOwner()) !== undefined) return;
      const sha256 = createHash('sha256').update(id).digest('hex');
      await call('PUT', owner, { sha256, body: new Blob([id]) });
    },
  };
}

type Content = { sha256: string; body: Blob };
type Call = (method: 'GET' | 'PUT' | 'DELETE', url: string, content?: Content) => Promise<Response>;

function createCaller({ region, accessKeyId, secretAccessKey }: S3Address, now: () => number): Call {
  // The signer caches the signing keys that it derives for each day.
  const cache = new Map<string, ArrayBuffer>();
  return async (method, url, content) => {
    for (let attempt = 1; ; attempt += 1) {
      const signer = new AwsV4Signer({
        method,
        url,
        headers: { 'x-amz-content-sha256': content?.sha256 ?? EMPTY },
        accessKeyId,
        secretAccessKey,
        region,
        service: 's3',
        datetime: new Date(now()).toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
        cache,
      });
      const { headers } = await signer.sign();
      const answer = await ask(url, { method, headers, signal: AbortSignal.timeout(TIMEOUT), ...(content && { body: content.body }) });
      if (answer instanceof Response && answer.ok) return answer;
      if (answer instanceof Response) await answer.body?.cancel();
      const status = answer instanceof Response ? answer.status : 0;
      if (status === 404 && method !== 'PUT') throw new FileMissing('there is no such file in the bucket');
      if (attempt === ATTEMPTS || (status > 0 && status < 500 && status !== 429)) {
        // The error gives only the status: the address in FILES_URL contains a secret.
        throw new StoreDown(`the bucket in FILES_URL ${faultOf(status)}`, status > 0 ? {} : { cause: answer });
      }
      await new Promise((resolve) => setTimeout(resolve, 100 * 4 ** (attempt - 1)));
    }
  };
}

/** Says what to fix. The server's error text is left out because it may quote the key. */
function faultOf(status: number): string {
  if (status === 0) return 'does not answer';
  if (status === 403 || status === 401) return `refuses the key, its secret or its rights (status ${status})`;
  if (status === 404) return 'does not exist (status 404)';
  if (status >= 300 && status < 500) return `refuses the request, as for a wrong region or name (status ${status})`;
  return `fails (status ${status})`;
}

function noBucket(error: unknown): never {
  throw error instanceof FileMissing ? new StoreDown(`the bucket in FILES_URL ${faultOf(404)}`) : error;
}

function ifMissing(error: unknown): undefined {
  if (!(error instanceof FileMissing)) throw error;
}

async function ask(url: string, init: RequestInit): Promise<unknown> {
  return fetch(url, init).catch((error: unknown) => error);
}

function bucketAndPrefix(base: string): [bucket: string, prefix: string] {
  const { origin, pathname } = new URL(base);
  const [, bucket = '', ...rest] = pathname.split('/');
  return [`${origin}/${bucket}`, rest.length === 0 ? '' : `${rest.join('/')}/`];
}

function element(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
}
