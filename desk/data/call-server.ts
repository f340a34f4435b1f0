import * as v from 'valibot';
import type { Problem } from '../../contract/api.ts';
import { encodeCall } from '../../contract/calls/desk/call-request.ts';
import {
  PASSKEY_NEEDED,
  REFRESH_HEADER,
  refreshes,
  type Call,
  type CallFiles,
  type CallInput,
  type CallOutput,
} from '../../contract/calls/desk/call.ts';
import { present } from '../../contract/checked.ts';
import { isAttended } from './attendance.ts';
import { connection } from './connection.ts';

/**
 * Why a call has no output. `offline`: no answer, or the server is temporarily unavailable; `signed out`; `sign in again`: the call needs a sign-in
 * from the last few minutes; `passkey needed`: no call is answered before a sign-in by passkey; `outdated`: the server is newer than this page.
 */
export type FaultKind =
  | 'offline'
  | 'signed out'
  | 'sign in again'
  | 'passkey needed'
  | 'not allowed'
  | 'missing'
  | 'conflict'
  | 'invalid'
  | 'limited'
  | 'outdated'
  | 'failed';

export class CallFault extends Error {
  readonly kind: FaultKind;
  /** By field name: what is wrong, and how to correct it. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(kind: FaultKind, message: string, fields: Readonly<Record<string, string>> = {}) {
    super(message);
    this.kind = kind;
    this.fields = fields;
  }
}

/** `isRefresh`: the page makes the call by itself, to update what it shows. */
export type CallOptions = { signal?: AbortSignal | undefined; isRefresh?: boolean };

/** Makes a declared call. @throws CallFault, whose message is shown to the user; AbortError if `signal` aborted it */
export async function callServer<C extends Call>(call: C, input: CallInput<C>, options: CallOptions = {}): Promise<CallOutput<C>> {
  return outputOf(call, await answered(call, input, options));
}

type OpenedFile = { name: string; type: string; content: AsyncIterable<Uint8Array<ArrayBuffer>> };

/** Makes a call that returns a file as a stream. @throws as callServer does, also while the stream is read */
export async function openFile<C extends Call>(call: C, input: CallInput<C>, signal: AbortSignal): Promise<OpenedFile> {
  const response = await answered(call, input, { signal }, fetched);
  if (!response.ok)
    throw faultOf(response.status, (await response.json().catch(() => undefined)) as Partial<Problem> | undefined, fetched);
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'file';
  return { name, type: response.headers.get('content-type') ?? '', content: pieces(response, signal) };
}

/** As openFile, but returns the whole file. */
export async function callForBytes<C extends Call>(call: C, input: CallInput<C>, signal: AbortSignal): Promise<ArrayBuffer> {
  const { content } = await openFile(call, input, signal);
  const read: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of content) read.push(piece);
  return new Blob(read).arrayBuffer();
}

async function* pieces({ body }: Response, signal: AbortSignal): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = present(body).getReader();
  for (;;) {
    const next = await reader.read().catch((error: unknown) => {
      if (signal.aborted) throw error;
      throw new CallFault('offline', words.cut);
    });
    if (next.done) return;
    yield next.value;
  }
}

/** Makes a call that sends files. They are read first, because a file that was changed after it was chosen cannot be read. */
export async function callWithFiles<C extends Call>(call: C, input: CallInput<C>, files: CallFiles<C, File>): Promise<CallOutput<C>> {
  const { method, path, body } = encodeCall(call, input);
  const form = new FormData();
  form.append('input', body ?? '{}');
  for (const [name, file] of Object.entries(files) as [string, File][]) {
    const bytes = await file.arrayBuffer().catch(() => {
      throw new CallFault('invalid', words.changed, { [name]: words.changed });
    });
    form.append(name, new Blob([bytes], { type: file.type }), file.name);
  }
  return outputOf(call, await exchange(path, { method, headers: { accept: 'application/json' }, body: form }));
}

async function answered<C extends Call>(
  call: C,
  input: CallInput<C>,
  { signal, isRefresh = false }: CallOptions,
  told?: Told,
): Promise<Response> {
  const { method, path, body } = encodeCall(call, input);
  const headers = {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(isRefresh && { [REFRESH_HEADER]: isAttended() ? refreshes.attended : refreshes.unattended }),
  };
  return exchange(path, { method, headers, body: body ?? null, signal: signal ?? null }, told);
}

async function exchange(path: string, request: RequestInit, told: Told = typed): Promise<Response> {
  const response = await fetch(path, { ...request, cache: 'no-store', redirect: 'error' }).catch((error: unknown) => {
    if (request.signal?.aborted) throw error;
    connection.set(false);
    throw new CallFault('offline', `${NO_CONNECTION} ${told.offline}`);
  });
  // A proxy answers with these statuses when the server is down.
  connection.set(![502, 503, 504].includes(response.status));
  return response;
}

async function outputOf<C extends Call>(call: C, response: Response): Promise<CallOutput<C>> {
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw faultOf(response.status, answer as Partial<Problem> | undefined);
  const parsed = v.safeParse(call.output, answer);
  if (!parsed.success) throw new CallFault('outdated', words.outdated);
  return parsed.output;
}

/** How the message begins that is shown while the server cannot be reached. */
export const NO_CONNECTION = 'No connection to the desk.';

/** What is told besides where the server cannot be reached, and where it has no time now. */
type Told = { offline: string; again: string };

const typed: Told = { offline: 'What you typed stays here.', again: 'What you typed stays here: press once more.' };
/** Of a file that is fetched, for which nothing was typed. */
const fetched: Told = { offline: 'Try again once it is back.', again: 'Press once more.' };

const words = {
  cut: 'The connection was lost before the file was whole: nothing is stored. Try again.',
  outdated: 'The desk was updated meanwhile. Load this page again.',
  failed: 'Something went wrong at the server. Try again; if it stays so, tell whoever runs it.',
  limited: 'Too many tries. Wait a little, then try again.',
  missing: 'This is not there any more.',
  changed: 'The file was changed or moved since it was chosen. Choose it again.',
} as const;

const kinds: Readonly<Record<number, FaultKind>> = {
  401: 'signed out',
  403: 'not allowed',
  404: 'missing',
  409: 'conflict',
  410: 'missing',
  422: 'invalid',
  429: 'limited',
  502: 'offline',
  503: 'offline',
  504: 'offline',
};

const SIGN_IN_AGAIN = 'Sign in again';

function faultOf(status: number, problem: Partial<Problem> = {}, told: Told = typed): CallFault {
  const kind = kindOf(status, problem.title);
  const { offline, again } = told;
  // A `detail` comes from the server itself; a proxy that cannot reach the server sends none.
  if (kind === 'offline') return new CallFault(kind, problem.detail ? `${problem.detail} ${again}` : `${NO_CONNECTION} ${offline}`, problem.errors);
  const general = kind === 'limited' || kind === 'missing' || kind === 'failed' ? words[kind] : undefined;
  const specific = kind === 'failed' ? undefined : problem.detail;
  return new CallFault(kind, specific ?? general ?? problem.title ?? words.failed, problem.errors);
}

function kindOf(status: number, title: string | undefined): FaultKind {
  if (status === 401 && title === SIGN_IN_AGAIN) return 'sign in again';
  if (status === 403 && title === PASSKEY_NEEDED) return 'passkey needed';
  return kinds[status] ?? 'failed';
}
