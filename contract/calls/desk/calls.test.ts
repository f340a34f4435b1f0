import { globSync } from 'node:fs';
import { parse } from 'node:querystring';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { deskCalls } from './call-list.ts';
import { decodeInput, parametersOf, encodeCall } from './call-request.ts';
import { defineCall, type Call, type CallInput, type CallOutput, type CallRequest, type CallResult } from './call.ts';
import { mayUse, permissions, permissionsOf, roleNames, roles, workingRoles, type Permission } from '../../desk/roles.ts';

const folder = new URL('.', import.meta.url).pathname;

describe('the calls of the desk', () => {
  test('each is in the list, once, by its name and at its address', async () => {
    const modules = await Promise.all(globSync(`${folder}*-calls.ts`).map((file) => import(file) as Promise<object>));
    const declared = new Set(modules.flatMap((module) => callsIn(module).map(({ name }) => name)));
    expect(declared.size).toBeGreaterThan(50);
    expect(deskCalls.map(({ name }) => name).sort()).toEqual([...declared].sort());
    const routes = deskCalls.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`);
    expect(new Set(routes).size).toBe(routes.length);
    expect(new Set(deskCalls.map(({ name }) => name)).size).toBe(deskCalls.length);
  });

  test('what changes something is on record, but for signs of life and what begins a sign-in', () => {
    const unrecorded = deskCalls.filter(({ method, action }) => method === 'POST' && action === undefined).map(({ name }) => name);
    const counts = ['leads.count', 'messages.count'];
    // Finishing a sign-in is recorded as a sign-in.
    expect(unrecorded.toSorted()).toEqual(
      [...counts, 'notices.read', 'passkeys.begin', 'passkeys.begin-new', 'passkeys.finish'].toSorted(),
    );
  });

  test('a POST of those who only read says why they may make it', () => {
    const asked = deskCalls.filter(({ method, access }) => method === 'POST' && access !== 'anyone' && mayUse(roles, access));
    expect(asked.filter(({ only }) => only === undefined)).toEqual([]);
    expect(asked.length).toBeGreaterThan(10);
  });

  test('what gives away data or power asks for a fresh sign-in, and tells whoever else gives power', () => {
    const takesAway = ['people.sign-out', 'people.withdraw-address'];
    // Files that need no fresh sign-in: a single CV, whose opening is recorded each time; data that is public or will be; counts.
    const files = [
      'applications.cv',
      'figures.save',
      'papers.open',
      'campaigns.page',
      'content.page',
      'content.picture-file',
      'overview.export',
      'overview.export-colleagues',
    ];
    const powerful = deskCalls.filter(
      ({ name, method, access, sends }) =>
        ![...takesAway, ...files].includes(name) && ((method === 'POST' && access === 'people.manage') || sends === 'file'),
    );
    expect(powerful.length).toBeGreaterThan(5);
    for (const { name, fresh, tells } of powerful) expect([name, fresh, tells]).toEqual([name, true, 'people.manage']);
  });

  test('what is asked for again by itself is recorded once, and what tells others is recorded', () => {
    for (const { name, action, tells, asks, recordedOnce } of deskCalls) {
      if (tells !== undefined || asks !== undefined || recordedOnce === true) expect([name, action]).toEqual([name, expect.any(String)]);
    }
  });

  test.each(deskCalls.map((call) => [call.name, call] as const))('%s says what it does, and takes what its path names', (_, call) => {
    expect(call.about).toMatch(/^[A-Z].*\.$/);
    const { entries } = call.input as unknown as { entries?: Record<string, unknown> };
    expect(Object.keys(entries ?? {})).toEqual(expect.arrayContaining(parametersOf(call.path)));
    if (call.access !== 'anyone' && call.access !== 'staff') expect(permissions).toHaveProperty([call.access]);
  });
});

describe('an input', () => {
  const filter = v.object({
    id: v.string(),
    most: v.optional(v.number()),
    open: v.optional(v.boolean()),
    forms: v.optional(v.array(v.string())),
    counts: v.optional(v.array(v.number())),
  });
  const base = { name: 'x', about: 'X.', access: 'staff', input: filter, output: v.object({}) } as const;
  const read = defineCall({ ...base, method: 'GET', path: '/api/x/:id/rows' });
  const write = defineCall({ ...base, method: 'POST', path: '/api/x/:id/rows' });

  function received(call: typeof read | typeof write, input: CallInput<typeof read>): unknown {
    const { path, body } = encodeCall(call, input);
    const url = new URL(path, 'http://desk');
    const id = decodeURIComponent(/^\/api\/x\/([^/]*)\/rows$/.exec(url.pathname)?.[1] ?? '');
    return decodeInput(call, {
      parameters: { id },
      query: queryOf(url.search.slice(1)),
      body: body === undefined ? undefined : JSON.parse(body),
    });
  }

  test.each([
    ['alone', { id: 'a/b ?&' }],
    ['with everything', { id: '1', most: -1.5, open: false, forms: ['a,b', 'c&d'], counts: [1, 2] }],
    ['with one of a list', { id: '1', open: true, forms: ['one'] }],
  ])('%s arrives as it was given, by address and by body', (_, input) => {
    expect(v.parse(filter, received(read, input))).toEqual(input);
    expect(v.parse(filter, received(write, input))).toEqual(input);
  });

  test('of the wrong kind is refused by the schema, and what is nobody’s field is left out', () => {
    const parsed = (search: string) =>
      v.safeParse(filter, decodeInput(read, { parameters: { id: '1' }, query: queryOf(search), body: undefined }));
    expect(parsed('most=many').success).toBe(false);
    expect(parsed('open=perhaps').success).toBe(false);
    expect(parsed('id=other&more=1').output).toEqual({ id: '1' });
    expect(v.safeParse(filter, decodeInput(write, { parameters: { id: '1' }, query: {}, body: [] })).success).toBe(false);
  });

  test('has its type on both sides', () => {
    expectTypeOf<CallInput<typeof read>>().toEqualTypeOf<v.InferInput<typeof filter>>();
    const counted = defineCall({ ...base, method: 'GET', path: '/api/y', output: v.pipe(v.string(), v.transform(Number)) });
    expectTypeOf<CallRequest<typeof write>['id']>().toBeString();
    expectTypeOf<CallResult<typeof counted>>().toBeString();
    expectTypeOf<CallOutput<typeof counted>>().toBeNumber();
  });
});

describe('the table of roles', () => {
  test('gives every permission to somebody, and every role something', () => {
    for (const { roles: allowed, about } of Object.values(permissions)) {
      expect(allowed.length).toBeGreaterThan(0);
      expect(about).not.toBe('');
    }
    for (const role of roles) {
      expect(permissionsOf([role])).not.toEqual([]);
      expect(roleNames[role]).toMatch(/^[A-Z]/);
    }
  });

  test('an account may what any of its roles may, and without a session nobody may anything', () => {
    const both = permissionsOf(['sales', 'hr']);
    expect(new Set(both)).toEqual(new Set([...permissionsOf(['sales']), ...permissionsOf(['hr'])]));
    for (const permission of Object.keys(permissions) as Permission[]) {
      expect(mayUse(undefined, permission)).toBe(false);
      expect(mayUse([], permission)).toBe(false);
    }
    expect([mayUse(undefined, 'staff'), mayUse([], 'staff'), mayUse(undefined, 'anyone')]).toEqual([false, true, true]);
  });

  test('whoever only reads sees what their other roles see, and nothing of a visitor without these', () => {
    for (const role of workingRoles)
      for (const permission of permissionsOf([role, 'viewer'])) expect(permissions[permission].reads).toBe(true);
    expect(permissionsOf(['sales', 'viewer'])).toContain('leads.read');
    expect(permissionsOf(['viewer']).toSorted()).toEqual(['content.read', 'figures.read', 'overview.read', 'positions.read']);
    expect(permissionsOf([...roles]).filter((permission) => permission.endsWith('.export'))).toEqual([]);
  });

  test('CVs are opened by HR alone, and people are managed by administrators alone', () => {
    expect(roles.filter((role) => mayUse([role], 'cvs.open'))).toEqual(['hr']);
    expect(roles.filter((role) => mayUse([role], 'people.manage'))).toEqual(['admin']);
  });
});

function queryOf(search: string): Record<string, string | string[]> {
  return parse(search) as Record<string, string | string[]>;
}

/** Finds the calls of an export, also inside an object of calls. */
function callsIn(value: object): Call[] {
  const inside = Object.values(value).filter((one) => typeof one === 'object' && one !== null) as object[];
  return 'path' in value ? [value as Call] : inside.filter((one) => !('type' in one)).flatMap(callsIn);
}
