import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { inSlices } from '../kernel/slices.ts';
import { sendProblem } from './problem.ts';

type ProblemParts = Parameters<typeof sendProblem>[2];

/** An outcome that a handler of the desk expects, in plain words: returned, never thrown. */
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

export type StaffFile = { type: string; name: string; bytes: number | undefined; content: AsyncIterable<Uint8Array | string> };

/** As a file to be stored: nothing of it runs or shows under the desk's origin. */
export function sendAttachment(reply: FastifyReply, { type, name, bytes, content }: StaffFile): FastifyReply {
  const plain = name.replaceAll(/[^\w.-]+/g, '_');
  reply.headers({
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    ...(bytes === undefined ? {} : { 'content-length': String(bytes) }),
  });
  // One that is a stream already is ended itself when the reader goes: a wrapper that was never read would leave its file open.
  return reply.type(type).send(content instanceof Readable ? content : Readable.from(inSlices(content), { objectMode: false }));
}
