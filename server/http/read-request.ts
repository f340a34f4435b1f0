import multipart from '@fastify/multipart';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FileFault, FileField } from '../../contract/forms/form.ts';
import { limits } from '../../contract/limits.ts';
import { StoreDown } from '../store/errors.ts';
import type { Files } from '../files/files.ts';
import type { ReceivedFile } from '../files/upload-staging.ts';
import { observations } from '../kernel/observations.ts';
import { BodyTooLarge } from './body-limits.ts';
import { parse } from 'node:querystring';
import formbody from '@fastify/formbody';

export type Upload = { file: ReceivedFile; fault: FileFault | undefined; name: string };

export type MultipartReading =
  | { ok: true; fields: Readonly<Record<string, string>>; upload: Upload | undefined }
  | { ok: false; status: 400 | 413; detail: string; tooLarge?: true };

export async function allowMultipart(scope: FastifyInstance, fileBytes: number): Promise<void> {
  await scope.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fieldNameSize: 100, fieldSize: limits.multipartField, fields: 40, files: 4, parts: 44, headerPairs: 40, fileSize: fileBytes },
  });
}

/**
 * Reads a multipart body: its text fields, the first of each name, and the one wanted file, which is streamed to the disk. Other files are ignored. A
 * body that is refused or broken off leaves nothing. The caller must store or discard a returned upload.
 */
export async function readMultipart(request: FastifyRequest, wanted?: { field: FileField; files: Files }): Promise<MultipartReading> {
  // A body without a file is short, however many fields it has.
  const most = wanted === undefined ? 4 * limits.jsonBody : limits.multipartBody;
  if (Number(request.headers['content-length'] ?? 0) > most)
    return refused({ status: 413, detail: 'The body is too large.', tooLarge: true });
  const fields = new Map<string, string>();
  let upload: Upload | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (!fields.has(part.fieldname)) fields.set(part.fieldname, String(part.value));
      } else if (wanted && upload === undefined && part.fieldname === wanted.field.name) {
        upload = await receive(part, wanted.field, wanted.files);
      } else {
        part.file.resume();
      }
    }
  } catch (error) {
    await upload?.file.discard();
    // All other errors are the sender's: cut off, malformed, too many parts.
    if (error instanceof StoreDown) throw error;
    if (error instanceof BodyTooLarge) return refused({ status: 413, detail: error.message, tooLarge: true });
    const tooMuch = (error as { statusCode?: number }).statusCode === 413;
    return tooMuch
      ? refused({ status: 413, detail: 'The body has too many parts.' })
      : refused({ status: 400, detail: 'The body is not valid multipart data.' });
  }
  return { ok: true, fields: Object.fromEntries(fields), upload };
}

type Refused = Extract<MultipartReading, { ok: false }>;

function refused(why: Omit<Refused, 'ok'>): Refused {
  observations.refusal.tell(why.status === 413 ? 'body too large' : 'malformed');
  return { ok: false, ...why };
}

async function receive(part: MultipartFile, field: FileField, files: Files): Promise<Upload> {
  const check = field.check();
  const file = await files.receive(judged(part.file, check));
  // The parser truncates a file at its limit, so its real size is unknown.
  const fault = check.fault(part.file.truncated ? Infinity : file.size);
  const named = part.filename !== undefined && part.filename !== '';
  return { file, fault: fault === 'empty' && !named ? 'missing' : fault, name: part.filename ?? '' };
}

async function* judged(source: AsyncIterable<Uint8Array>, check: { push(piece: Uint8Array): void }): AsyncIterable<Uint8Array> {
  for await (const piece of source) {
    check.push(piece);
    yield piece;
  }
}

/** Most fields read from a form; further ones are ignored. The longest form is the confirmation page, with two fields for each of a hundred requests. */
const MAX_FIELDS = 512;

/** Accepts URL-encoded form bodies in a scope, as browsers send them without scripts. @param bodyLimit in bytes */
export async function allowFormBody(scope: FastifyInstance, bodyLimit = 8 * 1024): Promise<void> {
  await scope.register(formbody, { bodyLimit, parser: (text) => parse(text, '&', '=', { maxKeys: MAX_FIELDS }) });
}

/**
 * The request's Idempotency-Key (IETF draft): at most 255 visible ASCII characters, without the quotes of a structured string.
 * @returns undefined if none was sent, an Error with the reason if it is invalid
 */
export function readKey(request: FastifyRequest): string | undefined | Error {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  const key = String(header).replace(/^"(.*)"$/, '$1');
  return /^[\x21-\x7e]{1,255}$/.test(key) ? key : new Error('The Idempotency-Key must be 1 to 255 visible ASCII characters.');
}

export function clean(source: unknown, name: string): string {
  if (typeof source !== 'object' || source === null || !Object.hasOwn(source, name)) return '';
  const value = (source as Record<string, unknown>)[name];
  return typeof value === 'string' ? value.trim().slice(0, 1000) : '';
}

export function wantsPage(request: FastifyRequest): boolean {
  const accepted = request.headers.accept ?? '';
  return accepted.includes('text/html') && !accepted.includes('json');
}
