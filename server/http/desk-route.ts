import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { decodeInput } from '../../contract/calls/desk/call-request.ts';
import {
  PASSKEY_NEEDED,
  mayCall,
  REFRESH_HEADER,
  refreshes,
  type Call,
  type CallFiles,
  type CallRequest,
  type CallResult,
} from '../../contract/calls/desk/call.ts';
import { present } from '../../contract/checked.ts';
import { isReadOnly, type Role } from '../../contract/desk/roles.ts';
import type { SignInWay } from '../store/tables/staff-tables.ts';
import type { Tx } from '../store/store.ts';
import type { Limit } from './rate-limits.ts';
import { createRefusedCalls } from './refused-calls.ts';
import { sendEvents, type OpenStream, type OpenStreams } from './event-stream.ts';
import { HttpRefusal, sendAttachment, type StaffFile, readFileCall, type SentFile } from './desk-answers.ts';

/** The staff member who is signed in, read from the session at each request. */
export type Staff = {
  accountId: string;
  name: string;
  address: string;
  roles: readonly Role[];
  session: { id: string; way: SignInWay; device: string; signedInAt: number; seenAt: number; endsAt: number };
  /** What DESK_PASSKEYS requires and this sign-in lacks: the account has no passkey yet, or it has one that was not used. */
  lacks: 'first passkey' | 'passkey' | undefined;
};

/**
 * What a call did, for the record of actions: ids and numbers, nothing about a visitor. `further` in `detail`: a later page of a list. `each`:
 * recorded every time, even if the call declares `recordedOnce`.
 */
export type Done = {
  subject?: { kind: string; id: string };
  detail?: Readonly<Record<string, string | number | boolean | null>>;
  each?: boolean;
};

/** `record` writes the call's action to the record of staff actions. For a change, call it in the change's transaction. */
export type StaffCaller = Staff & { record: (tx: Tx, done?: Done) => Promise<void> };

type Who<C extends Call> = C['access'] extends 'anyone' ? StaffCaller | undefined : StaffCaller;

type Returned<C extends Call> = C['sends'] extends 'events'
  ? AsyncIterable<CallResult<C>>
  : C['sends'] extends 'file'
    ? StaffFile
    : CallResult<C>;

/** `signal` is aborted when the client disconnects or the server stops. `files`: the files of a call that takes some. */
export type Exchange<C extends Call = Call> = {
  request: FastifyRequest;
  reply: FastifyReply;
  signal: AbortSignal;
  files: CallFiles<C, SentFile>;
};

/** Returns the output or a refusal. A handler of a call with an action must record it before it returns. */
export type DeskHandler<C extends Call> = (who: Who<C>, input: CallRequest<C>, exchange: Exchange<C>) => Promise<Returned<C> | HttpRefusal>;

/** Marks the record of a list page after the first. */
export function furtherAfter(cursor: unknown): { further?: true } {
  return cursor === undefined ? {} : { further: true };
}

/** Registers the handler of a declared call, with a limit by client for calls that need no sign-in. */
export type DeskRoute = <C extends Call>(call: C, handler: DeskHandler<C>, limit?: Limit) => void;

/** `unlessSince`: not recorded if the same was recorded at or after this time. */
type Recorded = Done & Pick<Call, 'tells' | 'asks'> & { action: string; unlessSince?: number | undefined };

export type DeskRouteParts = {
  /** `renews`: whether the request extends an idle session, because a person made it. */
  authenticate: (request: FastifyRequest, how: { renews: boolean }) => Promise<Staff | undefined>;
  record: (tx: Tx, staff: Staff, entry: Recorded) => Promise<void>;
  /** Records that a call was refused. Called for some of the refusals only (refused-calls.ts). */
  recordRefused: (staff: Staff, entry: Done) => Promise<void>;
  streams: OpenStreams;
  draining: AbortSignal;
  now: () => number;
  /** Whether an output that does not match its schema is an error; set in tests. */
  checkOutput?: boolean | undefined;
};

/** Milliseconds since the sign-in within which calls that need a fresh sign-in are allowed. */
export const FRESH = 10 * 60_000;

export function createDeskRoute(app: FastifyInstance, parts: DeskRouteParts): DeskRoute {
  const beginFiles = boundFiles();
  const refusedCalls = createRefusedCalls(parts.now);
  const tellRefused = async (call: Call, request: FastifyRequest, staff: Staff, refused: HttpRefusal) => {
    const { accountId: account, lacks } = staff;
    request.log.warn({ call: call.name, account, reason: refused.problem?.title }, 'this account may not make the call');
    const n = refusedCalls({ account, call: call.name, isRefresh: request.headers[REFRESH_HEADER] !== undefined });
    if (n === undefined) return;
    const outcome = lacks === undefined ? 'no role' : 'no passkey';
    await parts.recordRefused(staff, { subject: { kind: 'call', id: call.name }, detail: { outcome, ...(n > 1 && { n }) } });
  };
  return (call, handler, limit) => {
    const whoMay = async (request: FastifyRequest): Promise<{ staff: Staff | undefined } | HttpRefusal> => {
      const staff = await parts.authenticate(request, { renews: isAct(call, request) });
      const refused = refusalOf(call, staff, parts.now());
      if (refused?.status === 403 && staff !== undefined) await tellRefused(call, request, staff, refused);
      return refused ?? { staff };
    };
    /** Checks access before the body is read. */
    const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
      const who = await whoMay(request);
      return who instanceof HttpRefusal ? who.send(reply) : undefined;
    };
    app.route({
      method: call.method,
      url: call.path,
      config: call.sends === 'file' || call.files !== undefined ? { cost: 'costly' } : {},
      onRequest: [...(limit === undefined ? [] : [limit]), ...(call.method === 'GET' || call.access === 'anyone' ? [] : [admit])],
      handler: async (request, reply) => {
        // Checked again, since receiving the body may have taken minutes.
        const who = await whoMay(request);
        if (who instanceof HttpRefusal) return who.send(reply);
        const { staff } = who;
        if (call.files !== undefined && !beginFiles(staff?.accountId ?? '', reply)) return tooManyFiles.send(reply);
        const sent = call.files === undefined ? undefined : await readFileCall(request, call.files);
        if (sent instanceof HttpRefusal) return sent.send(reply);
        const { params, query } = request as { params: Record<string, string>; query: Record<string, string> };
        const body = sent === undefined ? request.body : sent.input;
        const parsed = v.safeParse(call.input, decodeInput(call, { parameters: params, query, body }));
        if (!parsed.success) return invalid(parsed.issues).send(reply);
        const recording = callerOf(call, staff, { ...parts, isRefresh: request.headers[REFRESH_HEADER] !== undefined });
        const gone = whenGone(reply, parts.draining);
        const exchange = { request, reply, signal: gone.signal, files: sent?.files ?? {} };
        const result = await (handler as unknown as DeskHandler<Call>)(recording.caller as StaffCaller, parsed.output, exchange);
        if (result instanceof HttpRefusal) return result.send(reply);
        if (call.action !== undefined && !recording.isDone()) throw new Error(`${call.name} recorded nothing`);
        if (call.changesAccess === true) parts.streams.recheck();
        return send(call, result, { ...exchange, end: gone.end, parts, staff });
      },
    });
  };
}

/** Most concurrent calls with files of one account: each is read into memory. */
export const FILES_AT_ONCE = 3;

const tooManyFiles = new HttpRefusal(409, { detail: 'Other files of yours are on their way. Send this one when they have arrived.' });

/** @returns false if the account has too many such calls in progress; a call counts until its response closes */
function boundFiles(): (account: string, reply: FastifyReply) => boolean {
  const sending = new Map<string, number>();
  return (account, { raw }) => {
    const others = sending.get(account) ?? 0;
    if (others >= FILES_AT_ONCE) return false;
    // The client is gone, and the body will not be read.
    if (raw.destroyed) return true;
    sending.set(account, others + 1);
    raw.once('close', () => {
      const left = sending.get(account)! - 1;
      if (left > 0) sending.set(account, left);
      else sending.delete(account);
    });
    return true;
  };
}

/**
 * Whether a person made the request. Event streams reconnect automatically, and a page may say that it is unattended: that is trusted, as it only
 * ends a session sooner.
 */
function isAct(call: Call, { headers }: FastifyRequest): boolean {
  return call.sends !== 'events' && headers[REFRESH_HEADER] !== refreshes.unattended;
}

function refusalOf(call: Call, staff: Staff | undefined, now: number): HttpRefusal | undefined {
  const refused = accessRefusal(call, staff);
  if (refused !== undefined) return refused;
  if (call.fresh === true && staff !== undefined && now - staff.session.signedInAt > FRESH)
    return new HttpRefusal(401, { title: 'Sign in again', detail: 'This needs a sign-in of the last ten minutes.' });
  return undefined;
}

/** Decides, for all calls, who may make a call: by the sign-in and the roles. */
function accessRefusal(call: Call, staff: Staff | undefined): HttpRefusal | undefined {
  if (call.access === 'anyone') return undefined;
  if (staff === undefined) return new HttpRefusal(401, { detail: 'Sign in first.' });
  if (staff.lacks !== undefined && call.beforePasskey !== 'always' && call.beforePasskey !== staff.lacks)
    return new HttpRefusal(403, { title: PASSKEY_NEEDED, detail: 'Here staff sign in with a passkey. Your account page says how.' });
  if (mayCall(staff.roles, call)) return undefined;
  if (isReadOnly(staff.roles)) return new HttpRefusal(403, { detail: 'Your role only reads. An administrator can give you another.' });
  return new HttpRefusal(403, { detail: 'Your roles do not include this. An administrator can change them.' });
}

/** Milliseconds within which opening the same item again is not recorded again. */
const OPEN_FOR = 15 * 60_000;

type Recording = Pick<DeskRouteParts, 'record' | 'now'> & { isRefresh: boolean };

function callerOf(call: Call, staff: Staff | undefined, { record, now, isRefresh }: Recording) {
  let done = false;
  // A refresh shows items already opened in this session. An item that was not opened in it is recorded, even if the request claims to be a refresh.
  const unlessSince = ({ detail, each }: Done): number | undefined => {
    if (call.recordedOnce !== true || each === true) return undefined;
    if (isRefresh) return present(staff).session.signedInAt;
    return detail?.['further'] === true ? undefined : now() - OPEN_FOR;
  };
  const write: StaffCaller['record'] = async (tx, entry = {}) => {
    if (call.action === undefined) throw new Error(`${call.name} declares no action`);
    await record(tx, present(staff), {
      ...entry,
      action: call.action,
      unlessSince: unlessSince(entry),
      ...(call.tells !== undefined && { tells: call.tells }),
      ...(call.asks !== undefined && { asks: call.asks }),
    });
    done = true;
  };
  return { caller: staff === undefined ? undefined : { ...staff, record: write }, isDone: () => done };
}

type Sending = Omit<Exchange, 'files'> & { end: () => void; parts: DeskRouteParts; staff: Staff | undefined };

async function send(call: Call, result: unknown, { request, reply, signal, end, parts, staff }: Sending): Promise<FastifyReply> {
  // A session that has ended meanwhile receives nothing more.
  const goesOn = async () => {
    const current = await parts.authenticate(request, { renews: false });
    return current?.session.id === staff?.session.id && accessRefusal(call, current) === undefined;
  };
  if (call.sends === 'file') {
    const file = result as StaffFile;
    return sendAttachment(reply, file.bytes === undefined ? { ...file, content: whileMay(file.content, goesOn, parts.now) } : file);
  }
  if (call.sends === 'events') {
    const opened = (stream: Pick<OpenStream, 'end' | 'recheck'>) =>
      parts.streams.add({ ...stream, session: present(staff).session.id, account: present(staff).accountId });
    // The source of the events ends with the stream, whichever side ended the stream.
    return sendEvents(reply, result as AsyncIterable<unknown>, { signal, goesOn, opened }).finally(end);
  }
  const body = JSON.stringify(result);
  if (parts.checkOutput === true) checkOutput(call, body);
  return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(body);
}

/** Milliseconds between two checks that the receiver of a file still has access. */
const BETWEEN_LOOKS = 1000;

/** Yields a file that is generated while it is sent. Throws once the receiver has lost access. */
async function* whileMay<Piece>(content: AsyncIterable<Piece>, goesOn: () => Promise<boolean>, now: () => number): AsyncGenerator<Piece> {
  let looked = now();
  for await (const piece of content) {
    if (now() - looked > BETWEEN_LOOKS) {
      if (!(await goesOn())) throw new Error('whoever took this file was signed out, or lost the role for it');
      looked = now();
    }
    yield piece;
  }
}

function checkOutput(call: Call, body: string): void {
  const given: unknown = JSON.parse(body);
  const declared = v.parse(call.output, given);
  const [all, known] = [given, declared].map((value) => JSON.stringify(value).length);
  if (all !== known) throw new Error(`${call.name} sends more than it declares`);
}

function invalid(issues: readonly v.BaseIssue<unknown>[]): HttpRefusal {
  const errors: Record<string, string> = {};
  for (const issue of issues) errors[v.getDotPath(issue) ?? ''] ??= issue.message;
  return new HttpRefusal(422, { title: 'Some of this cannot be used', errors });
}

/** `end`: aborts the signal as the end of the connection does. */
function whenGone(reply: FastifyReply, draining: AbortSignal): { signal: AbortSignal; end: () => void } {
  const gone = new AbortController();
  const end = () => gone.abort();
  // The client may have disconnected during authentication: then no close event follows.
  if (reply.raw.destroyed || reply.raw.socket?.destroyed === true) end();
  else reply.raw.once('close', end);
  return { signal: AbortSignal.any([gone.signal, draining]), end };
}
