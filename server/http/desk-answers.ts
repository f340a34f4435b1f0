import { Readable } from 'node:stream';
import type { FastifyReply, FastifyInstance, FastifyRequest } from 'fastify';
import { inSlices } from '../kernel/slices.ts';
import { sendProblem } from './problem.ts';
import multipart from '@fastify/multipart';
import { elementAt } from '../../contract/checked.ts';
import { limits } from '../../contract/limits.ts';
import { observations } from '../kernel/observations.ts';

type ProblemParts = Parameters<typeof sendProblem>[2];

/** An expected refusal by a handler of the desk, in plain words. It is returned, never thrown. */
export class HttpRefusal {
  readonly status: number;
  readonly problem: ProblemParts;

  constructor(status: number, problem: ProblemParts = {}) {
    this.status = status;
    this.problem = problem;
  }

  send(reply: FastifyReply): FastifyReply {
    return sendProblem(reply, this.status, this.problem);
  }
}

export type StaffFile = {
  type: string;
  name: string;
  bytes: number | undefined;
  content: AsyncIterable<Uint8Array | string>;
  /** The policy under which the desk shows it in a frame. Default: it is a download, and shown nowhere. */
  policy?: string;
};

/** Sends a file: as a download it is neither run nor shown under the desk's origin. */
export function sendAttachment(reply: FastifyReply, { type, name, bytes, content, policy }: StaffFile): FastifyReply {
  const plain = name.replaceAll(/[^\w.-]+/g, '_');
  reply.headers({
    'cache-control': 'no-store',
    'content-disposition': `${policy === undefined ? 'attachment' : 'inline'}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    'content-security-policy': policy ?? "default-src 'none'; sandbox",
    ...(policy === undefined ? {} : { 'x-frame-options': 'SAMEORIGIN' }),
    ...(bytes === undefined ? {} : { 'content-length': String(bytes) }),
  });
  // A Readable is sent as it is, so that Fastify destroys it when the client disconnects: a wrapper that was never read would leave its file open.
  return reply.type(type).send(content instanceof Readable ? content : Readable.from(inSlices(content), { objectMode: false }));
}

export type SentFile = { name: string; bytes: Buffer };

/** Accepts multipart bodies in a scope whose calls take files. */
export async function allowDeskFiles(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fieldNameSize: 100, fieldSize: limits.multipartField, fields: 1, files: 4, parts: 5, headerPairs: 40 },
  });
}

type FileCall = { input: unknown; files: Record<string, SentFile> };

/**
 * Reads the input and files of a call into memory. The caller has been authenticated before.
 * @param wanted the most bytes of each file, by name; other files are ignored
 */
export async function readFileCall(request: FastifyRequest, wanted: Readonly<Record<string, number>>): Promise<FileCall | HttpRefusal> {
  if (!request.isMultipart()) return new HttpRefusal(415, { detail: 'Send this as multipart/form-data.' });
  if (Number(request.headers['content-length'] ?? 0) > limits.multipartBody) return tooLarge(...largestOf(wanted));
  const files: Record<string, SentFile> = {};
  let input: unknown;
  let refused: HttpRefusal | undefined;
  try {
    for await (const part of request.parts({ limits: { fileSize: Math.max(...Object.values(wanted)) } })) {
      if (part.type === 'field') {
        if (part.fieldname === 'input') input = JSON.parse(String(part.value));
        continue;
      }
      const most = Object.hasOwn(wanted, part.fieldname) ? wanted[part.fieldname] : undefined;
      if (most === undefined) {
        part.file.resume();
        continue;
      }
      const bytes = await part.toBuffer();
      // The rest of the body is still read, so that the sender reads the answer.
      if (part.file.truncated || bytes.length > most) refused ??= tooLarge(part.fieldname, most);
      // A file field without a chosen file is sent without a file name.
      else if (part.filename) files[part.fieldname] = { name: part.filename, bytes };
    }
  } catch (error) {
    const tooMuch = (error as { statusCode?: number }).statusCode === 413;
    observations.refusal.tell(tooMuch ? 'body too large' : 'malformed');
    return new HttpRefusal(tooMuch ? 413 : 400, {
      detail: tooMuch ? 'The file is too large.' : 'The file did not arrive whole. Send it again.',
    });
  }
  return refused ?? { input, files };
}

/** The file that may have the most bytes, with how many: a body over the limit of all bodies is larger than that. */
function largestOf(wanted: Readonly<Record<string, number>>): [field: string, most: number] {
  return elementAt(
    Object.entries(wanted).toSorted(([, a], [, b]) => b - a),
    0,
  );
}

function tooLarge(field: string, most: number): HttpRefusal {
  observations.refusal.tell('body too large');
  return new HttpRefusal(422, { errors: { [field]: `The file is larger than ${Math.floor(most / 1024 / 1024)} MB` } });
}
