import { expect, onTestFinished } from 'vitest';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { encodeCall } from '../../contract/calls/desk/call-request.ts';
import type { Call, CallFiles, CallInput, CallOutput } from '../../contract/calls/desk/call.ts';
import type { Role } from '../../contract/desk/roles.ts';
import type { AppContext } from '../compose/app-context.ts';
import { insertAccount } from '../staff/accounts.ts';
import { beginSession } from '../staff/sign-in/sessions.ts';
import { createDesk, type DeskOptions } from '../compose/desk-app.ts';
import type { SignInWay } from '../store/tables/staff-tables.ts';
import type { Store } from '../store/store.ts';
import { testApp } from './app.testing.ts';
import { fileCall, type SentFile } from './desk-files.testing.ts';

/** The desk over a store, and the site; both are closed when the test ends. Outputs are checked against what calls declare. */
export async function testDesk(
  store: Store,
  env: Record<string, string> = {},
  {
    readRecord,
    renderWith,
    makePicture,
    ...options
  }: Pick<DeskOptions, 'files' | 'logger'> & Partial<Pick<AppContext, 'readRecord' | 'renderWith' | 'makePicture'>> = {},
) {
  const { app: site, context, clock, draining } = await testApp(store, env);
  const desk = await createDesk(
    { ...context, ...(readRecord && { readRecord }), ...(renderWith && { renderWith }), ...(makePicture && { makePicture }) },
    { checkOutput: true, ...options },
  );
  onTestFinished(() => {
    // As a server that stops: streams end, also those that a test left open.
    draining.abort();
    return desk.close();
  });
  const origin = context.settings.DESK_URL;
  const ask = (options: InjectOptions) => askDesk(desk, origin, options);
  let people = 0;
  const signedInBy = async (way: SignInWay, roles: readonly Role[]): Promise<SignedIn> => {
    people += 1;
    const person = { name: `Person ${people}`, address: `person-${people}@staff.example`, roles, state: 'active', now: clock.now } as const;
    const accountId = await insertAccount(store.db, person);
    return sessionOf(accountId, way);
  };
  const sessionOf = async (accountId: string, way: SignInWay): Promise<SignedIn> => {
    const token = await beginSession(store.db, { accountId, way, device: 'A browser', now: clock.now, replaces: undefined });
    const cookie = `${origin.startsWith('https:') ? '__Host-' : ''}desk-session=${token}`;
    return {
      accountId,
      cookie,
      call: (call, input) => callDesk(ask, { call, input, cookie }),
      send: async (call, input, files) => {
        const { headers, ...sent } = await fileCall(call, input, files);
        return ask({ ...sent, headers: { ...headers, cookie } });
      },
    };
  };
  const signedIn = (...roles: Role[]) => signedInBy('link', roles);
  return { desk, site, context, clock, draining, ask, signedIn, signedInBy, sessionOf, origin };
}

export type SignedIn = {
  accountId: string;
  cookie: string;
  call: <C extends Call>(call: C, input: CallInput<C>) => ReturnType<typeof askDesk>;
  send: <C extends Call>(call: C, input: CallInput<C>, files: CallFiles<C, SentFile>) => ReturnType<typeof askDesk>;
};

function askDesk(desk: FastifyInstance, origin: string, { headers, ...options }: InjectOptions) {
  const all = Object.entries({ host: new URL(origin).host, origin, ...headers }).filter(([, value]) => value !== undefined);
  return desk.inject({ ...options, headers: Object.fromEntries(all) });
}

type Asked = { call: Call; input: unknown; cookie: string | undefined };

/** Sends a call as a page of the desk does. */
export function callDesk(ask: (options: InjectOptions) => ReturnType<typeof askDesk>, { call, input, cookie }: Asked) {
  const { method, path, body } = encodeCall(call, input);
  const headers = {
    ...(cookie === undefined ? {} : { cookie }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  return ask({ method, url: path, headers, ...(body === undefined ? {} : { payload: body }) });
}

/** The output of a call that is allowed. */
export async function answer<C extends Call>(who: SignedIn, call: C, input: CallInput<C>): Promise<CallOutput<C>> {
  const { statusCode, body } = await who.call(call, input);
  expect([call.name, statusCode, statusCode === 200 ? '' : body]).toEqual([call.name, 200, '']);
  return JSON.parse(body) as CallOutput<C>;
}
