import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { inSlices } from '../kernel/slices.ts';
import { sendProblem } from './problem.ts';

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

export type StaffFile = { type: string; name: string; bytes: number | undefined; content: AsyncIterable<Uint8Array | string> };

/** Sends a file as a download: it is neither run nor shown under the desk's origin. */
export function sendAttachment(reply: FastifyReply, { type, name, bytes, content }: StaffFile): FastifyReply {
  const plain = name.replaceAll(/[^\w.-]+/g, '_');
  reply.headers({
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    ...(bytes === undefined ? {} : { 'content-length': String(bytes) }),
  });
  // A Readable is sent as it is, so that Fastify destroys it when the client disconnects: a wrapper that was never read would leave its file open.
  return reply.type(type).send(content instanceof Readable ? content : Readable.from(inSlices(content), { objectMode: false }));
}
