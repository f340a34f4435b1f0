import type * as v from 'valibot';
import { isReadOnly, mayUse, type Access, type Permission, type Role } from '../../desk/roles.ts';

/**
 * A call of the desk, declared once for the server's handler, the browser's client, the document at /openapi.json and the tests that try every call
 * with every role.
 */
export type Call<Input extends v.GenericSchema = v.GenericSchema, Output extends v.GenericSchema = v.GenericSchema> = Readonly<{
  /** Unique, such as `people.invite`. */
  name: string;
  /** A GET changes nothing. A search is a POST, so that typed text does not appear in addresses. */
  method: 'GET' | 'POST';
  /** `:id` is replaced by the input's field `id`. */
  path: `/api/${string}`;
  /** What the call does, in one sentence. */
  about: string;
  access: Access;
  /** Why somebody who only reads may make this POST: it changes nothing, or only what is their own: sessions, passkeys, notices. */
  only?: 'reads' | 'own account';
  /** Name of the call in the record of staff's actions. Required if it shows or changes personal data. */
  action?: string;
  /**
   * For calls that show data and that pages repeat by themselves: recorded once per account, data and filter within 15 minutes, and not recorded for
   * a refresh (REFRESH_HEADER).
   */
  recordedOnce?: true;
  /** Whether it may end sessions or remove permissions: every open stream is checked again after it. */
  changesAccess?: true;
  /** Whether the account must have signed in within the last minutes. */
  fresh?: true;
  /** All other accounts with this permission are mailed who made the call and when. Requires `action`. */
  tells?: Permission;
  /** With FOUR_EYES all other accounts with this permission are mailed that the draft which the call made waits for one of them. Requires `action`. */
  asks?: Permission;
  /** Where passkeys are required (DESK_PASSKEYS): whether a session without a passkey may make this call, always or to add the first one. Default: no. */
  beforePasskey?: 'always' | 'first passkey';
  /** `events`: server-sent events, each with an output. `file`: bytes, which `output` does not describe. Default: the output as JSON. */
  sends?: 'events' | 'file';
  /** Files sent with the input: name → maximum bytes. The body is then multipart, and its part `input` is the input as JSON. */
  files?: Readonly<Record<string, number>>;
  /** An object schema. Each field of a GET's input is a string, a number, a boolean, or a list of these. */
  input: Input;
  output: Output;
}>;

/**
 * Header of a call that a page repeats by itself to refresh what it shows: it is not recorded again. The value says whether the user was active on
 * the page within the last minute; an unattended refresh does not prolong an idle session.
 */
export const REFRESH_HEADER = 'x-desk-refresh';
export const refreshes = { attended: 'attended', unattended: 'unattended' } as const;

/** Title of the refusal when somebody has to add a passkey, or to sign in with an existing one. */
export const PASSKEY_NEEDED = 'Passkey needed';

/** The files sent with a call; each is optional. */
export type CallFiles<C extends Call, File> = Readonly<Partial<Record<keyof NonNullable<C['files']>, File>>>;
/** The input as the browser passes it. */
export type CallInput<C extends Call> = v.InferInput<C['input']>;
/** The parsed input, as a handler gets it. */
export type CallRequest<C extends Call> = v.InferOutput<C['input']>;
/** The output as a handler returns it. */
export type CallResult<C extends Call> = v.InferInput<C['output']>;
/** The output as the browser gets it. */
export type CallOutput<C extends Call> = v.InferOutput<C['output']>;

/** Whether somebody with these roles may make a call: the server asks before it answers one, and the pages before they show a control for it. */
export function mayCall(given: readonly Role[] | undefined, { access, method, only }: Pick<Call, 'access' | 'method' | 'only'>): boolean {
  return mayUse(given, access) && (access === 'anyone' || method === 'GET' || only !== undefined || !isReadOnly(given ?? []));
}

export function defineCall<const C extends Call>(call: C): C {
  return call;
}
