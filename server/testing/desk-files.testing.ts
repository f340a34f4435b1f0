import type { InjectOptions } from 'fastify';
import { encodeCall } from '../../contract/calls/desk/call-request.ts';
import type { Call, CallFiles, CallInput } from '../../contract/calls/desk/call.ts';

export type SentFile = { name: string; bytes: Uint8Array<ArrayBuffer> | string };

/** Makes the request that a page of the desk sends for a call with files. */
export async function fileCall<C extends Call>(call: C, input: CallInput<C>, files: CallFiles<C, SentFile>): Promise<InjectOptions> {
  const { method, path, body } = encodeCall(call, input);
  const form = new FormData();
  form.append('input', body ?? '{}');
  for (const [name, file] of Object.entries(files) as [string, SentFile][]) form.append(name, new Blob([file.bytes]), file.name);
  const request = new Request('http://form.internal', { method: 'POST', body: form });
  const type = request.headers.get('content-type')!;
  return { method, url: path, headers: { 'content-type': type }, payload: Buffer.from(await request.arrayBuffer()) };
}
