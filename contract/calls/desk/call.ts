import type * as v from 'valibot';
import type { Access, Permission } from '../../desk/roles.ts';

/**
 * A call of the desk, declared once: the server's handler, the browser's client, the document at /openapi.json and the tests that walk every
 * call with every role read it.
 */
export type Call<Input extends v.GenericSchema = v.GenericSchema, Output extends v.GenericSchema = v.GenericSchema> = Readonly<{
  /** Unique, as `people.invite`. */
  name: string;
  /** GET changes nothing. What somebody typed belongs in no address, so a search is a POST. */
  method: 'GET' | 'POST';
  /** `:id` stands for the field `id` of the input. */
  path: `/api/${string}`;
  /** What it does, in a sentence. */
  about: string;
  access: Access;
  /** What the record of staff's actions says of it. Needed wherever it shows or changes personal data. */
  action?: string;
  /**
   * It shows something, and pages ask for it again by themselves: it is recorded once for a person, what is shown and how it was chosen within
   * a quarter of an hour, and not where a page refreshes what it shows (REFRESH_HEADER).
   */
  recordedOnce?: true;
  /** Whether it may end sessions or take away what somebody may do: whatever stream is open is looked at again after it. */
  changesAccess?: true;
  /** Whether whoever asks must have signed in within the last minutes. */
  fresh?: true;
  /** Whoever else holds this permission is mailed that it was done, by whom and when. Goes with `action`. */
  tells?: Permission;
  /** Where a sign-in by passkey is needed (DESK_PASSKEYS): whether another sign-in may make it, always or to add the account's first. Default: no. */
  beforePasskey?: 'always' | 'first passkey';
  /** `events`: server-sent events, each of them the output. `file`: bytes, which the output does not describe. Default: the output as JSON. */
  sends?: 'events' | 'file';
  /** Files that travel beside the input, by name, with the bytes that each has at most: a multipart body whose part `input` is the input as JSON. */
  files?: Readonly<Record<string, number>>;
  /** An object. Of a GET each of its fields is a text, a number, a truth value, or a list of these. */
  input: Input;
  output: Output;
}>;

/**
 * The header of a call that a page makes by itself, to show anew what it shows already: it is not recorded again. Its value says whether
 * somebody was at the page within the last minute: where nobody was it does not put off the end of an idle session either.
 */
export const REFRESH_HEADER = 'x-desk-refresh';
export const refreshes = { attended: 'attended', unattended: 'unattended' } as const;

/** The title of the refusal where somebody has to add a passkey, or to sign in by the one that they have. */
export const PASSKEY_NEEDED = 'Passkey needed';

/** The files of a call that were given: any of them may be missing. */
export type CallFiles<C extends Call, File> = Readonly<Partial<Record<keyof NonNullable<C['files']>, File>>>;
/** What the browser gives a call. */
export type CallInput<C extends Call> = v.InferInput<C['input']>;
/** What a handler gets: parsed. */
export type CallRequest<C extends Call> = v.InferOutput<C['input']>;
/** What a handler returns. */
export type CallResult<C extends Call> = v.InferInput<C['output']>;
/** What the browser gets. */
export type CallOutput<C extends Call> = v.InferOutput<C['output']>;

export function defineCall<const C extends Call>(call: C): C {
  return call;
}
