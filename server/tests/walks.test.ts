import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import account from '../../contract/demo-account.json' with { type: 'json' };
import { present } from '../../contract/checked.ts';
import { changeLeadStateCall } from '../../contract/calls/desk/lead-calls.ts';
import { dataPaths, type Login } from '../../contract/portfolio.ts';
import { NINE, setUpBookings, TEN } from '../booking/booking-site.testing.ts';
import { createDesk } from '../compose/desk-app.ts';
import { loadSamples } from '../insights/sample/samples.ts';
import { application } from '../recruiting/applications.testing.ts';
import { insertAccount } from '../staff/accounts.ts';
import { beginSession } from '../staff/sign-in/sessions.ts';
import { callDesk } from '../testing/desk.testing.ts';
import { everyEighthRun } from '../testing/rotation.testing.ts';

/** Folders whose code every request, job or statement runs, whatever it is about. */
const FLOORS = /^server\/(http|kernel|queue|store)\//;

/** Unnamed functions up to this length, in characters, do not count: they may be getters of a module's exports. */
const GETTER = 80;

/** Counts calls until the test ends: beginning to count discards all optimized code, so it is done once. */
async function countCalls(): Promise<Session> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  onTestFinished(async () => {
    await session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  });
  return session;
}

/** Files of server/ and contract/ in which a function runs during a walk. */
async function filesWithin(session: Session, walk: () => Promise<unknown>): Promise<string[]> {
  await session.post('Profiler.takePreciseCoverage');
  await walk();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ran = result.filter(({ functions }) =>
    functions.some(({ functionName, ranges }) =>
      ranges.some(
        ({ startOffset, endOffset, count }) => count > 0 && startOffset > 0 && (functionName !== '' || endOffset - startOffset > GETTER),
      ),
    ),
  );
  const paths = ran.map(({ url }) => relative(process.cwd(), url.replace('file://', '')));
  return [...new Set(paths)].filter((path) => /^(server|contract)\//.test(path) && !/\.(test|testing)\./.test(path)).toSorted();
}

async function setUp() {
  const site = await setUpBookings({ RATE_LIMIT: 'on' });
  const { store, context, clock } = site;
  const desk = await createDesk(context);
  onTestFinished(() => desk.close());
  const accountId = await insertAccount(store.db, {
    name: 'Ada',
    address: 'a@staff.example',
    roles: ['sales'],
    state: 'active',
    now: clock.now,
  });
  const token = await beginSession(store.db, { accountId, way: 'link', device: 'A browser', now: clock.now, replaces: undefined });
  const { origin, host } = new URL(context.settings.DESK_URL);
  const cookie = `desk-session=${token}`;
  const click = (id: string) =>
    callDesk((asked) => desk.inject({ ...asked, headers: { host, origin, ...asked.headers } }), {
      call: changeLeadStateCall,
      input: { id, version: 0, state: 'contacted' },
      cookie,
    });
  return { ...site, click };
}

/** Most files that each walk may pass, without FLOORS and with them. docs/decisions/change-costs.md has the present numbers. */
const limits: Readonly<Record<string, readonly [own: number, all: number]>> = {
  lead: [40, 72],
  mail: [18, 37],
  'half hour': [38, 68],
  CV: [50, 80],
  figure: [9, 20],
  'staff click': [24, 34],
};

everyEighthRun(test, 5)('nothing passes more files than it is allowed to', async () => {
  const site = await setUp();
  const { app, store, clock, request, pass, tokens, press, look, verified, open, send, click } = site;
  await loadSamples(store, clock.now);
  const login = await app.inject({ method: 'POST', url: dataPaths.login, payload: account });
  const headers = { authorization: `Bearer ${login.json<Login>().msg.TOKEN}` };
  const figure = () => app.inject({ url: '/builder/website/portfolio/global-trend?date=2024-12-31', headers });
  const sendCv = async () => {
    const { payload, headers: form } = application();
    expect((await app.inject({ method: 'POST', url: '/recruiting/applications', payload, headers: form })).statusCode).toBe(201);
    await pass(1000);
  };
  const lead = async (email: string) => {
    const id = await request(email);
    await pass(1000);
    const [token = ''] = tokens(email);
    await look(token);
    await press({ token });
    await pass(1000);
    return id;
  };
  // A first round that is not counted: it loads and caches what later ones find ready.
  expect((await click(await lead('first@example.com'))).statusCode).toBe(200);
  await figure();
  await sendCv();
  const session = await countCalls();
  const filesOf = (walk: () => Promise<unknown>) => filesWithin(session, walk);
  let id = '';
  /** Each walk, for another person at each call. */
  const walks: Readonly<Record<string, (n: number) => Promise<string[]>>> = {
    lead: (n) => filesOf(async () => (id = await lead(`ada@other-${n}.example`))),
    mail: (n) => request(`grace@other-${n}.example`).then(() => filesOf(() => pass(1000))),
    'half hour': async (n) => {
      const meeting = await verified(`ada@meets-${n}.example`);
      return filesOf(async () => {
        await open(meeting);
        await send(meeting, { slot: n === 0 ? NINE : TEN });
        await pass(1000);
      });
    },
    CV: () => filesOf(sendCv),
    figure: () => filesOf(figure),
    'staff click': async (n) => {
      if (n > 0) id = await lead(`ada@clicked-${n}.example`);
      return filesOf(() => click(id));
    },
  };
  for (const [name, walk] of Object.entries(walks)) {
    const isOver = (files: readonly string[]) => countsOf(files).some((count, at) => count > present(limits[name]?.[at]));
    let files = await walk(0);
    // Timers of earlier tests may run meanwhile, so only files that a second walk passes as well are counted.
    if (isOver(files)) files = await walk(1).then((again) => files.filter((path) => again.includes(path)));
    expect(isOver(files) ? [name, countsOf(files), ...files].join('\n') : '').toBe('');
  }
});

function countsOf(files: readonly string[]): number[] {
  return [files.filter((path) => !FLOORS.test(path)).length, files.length];
}
