import { describe, expect, onTestFinished, test } from 'vitest';
import { apiPaths } from '../../../contract/api.ts';
import { closedPositionWords } from '../../../contract/forms/career.ts';
import * as calls from '../../../contract/calls/desk/position-calls.ts';
import type { CallInput, CallOutput } from '../../../contract/calls/desk/call.ts';
import { createApp } from '../../compose/app.ts';
import { textPostings } from '../../testing/app.testing.ts';
import { freshStore, temporaryFolder, testOnStores } from '../../store/store.testing.ts';
import { testDesk } from '../../testing/desk.testing.ts';
import { application, validApplication } from '../applications.testing.ts';
import { isClosedTitle, openingsOf } from './positions.ts';

const analyst = textPostings[0]!;
/** On a busy machine the store may answer later than a visitor waits: then the next request gets the page. */
const PATIENT = { timeout: 60_000 };

const lists = {
  textResponsibility: ['Read'],
  textSkills: ['Write'],
  textPersonal: ['Ask'],
  textSoftware: ['SQL'],
  textNiceToHave: ['Go'],
};
const quant = { ...analyst, ...lists, id: 3, slug: 'quant', title2: 'Quant', version: 0 } satisfies CallInput<typeof calls.savePosition>;

async function setUp() {
  const set = await testDesk(await freshStore(), { DATA_DIR: temporaryFolder() });
  // Another server on the same store.
  const other = await createApp(set.context);
  onTestFinished(() => other.close());
  const person = async () => {
    const one = await set.signedIn('hr');
    const list = async () => (await one.call(calls.listPositions, {})).json<CallOutput<typeof calls.listPositions>>().positions;
    return { ...one, list };
  };
  // Moves the clock by a second, so that the store is asked again.
  const shown = async (url: string, app = set.site) => {
    set.clock.now += 1001;
    return (await app.inject(url)).body;
  };
  return { ...set, other, person, shown };
}

describe('positions of the desk', () => {
  test('stand as they were built until one is edited; then every server shows what is open', async () => {
    const { person, shown, other } = await setUp();
    const hr = await person();
    const asBuilt = await shown('/careers');
    expect(asBuilt).not.toContain('analyst');
    expect((await hr.list()).map(({ posting, state, version }) => [posting.slug, state, version])).toEqual([
      ['analyst', 'open', 0],
      ['developer', 'open', 0],
    ]);
    expect((await hr.call(calls.savePosition, quant)).json()).toEqual({ version: 1 });
    for (const app of [undefined, other]) {
      for (const slug of ['analyst', 'developer', 'quant']) await expect.poll(() => shown('/careers', app), PATIENT).toContain(slug);
      await expect.poll(() => shown('/jobs?position=quant&utm_source=x', app), PATIENT).toContain('<h1>/jobs?position=quant</h1>');
    }
    expect((await hr.call(calls.savePosition, { ...quant, version: 1, textIntro: 'Other words' })).json()).toEqual({ version: 2 });
    await expect.poll(() => shown('/careers', other), PATIENT).toContain('Other words');
  });

  testOnStores('one that is closed is off the list, says so at its address, and is opened again', async () => {
    const { person, shown, context } = await setUp();
    const hr = await person();
    expect((await hr.call(calls.closePosition, { slug: 'analyst', version: 0 })).json()).toEqual({ version: 1 });
    await expect.poll(() => shown('/careers'), PATIENT).toContain('"known":["analyst","developer"]'.replaceAll('"', '&#34;'));
    await expect.poll(() => shown('/careers'), PATIENT).not.toContain('Analyst');
    await expect.poll(() => shown('/jobs?position=analyst'), PATIENT).toContain('<h1>/jobs?position=analyst</h1>');
    await expect.poll(() => shown('/jobs?position=nothing'), PATIENT).toContain('<h1>/jobs</h1>');
    expect([await isClosedTitle(context.store.db, 'Analyst'), await isClosedTitle(context.store.db, 'Developer')]).toEqual([true, false]);
    // Editing a closed position leaves it closed.
    await hr.call(calls.savePosition, { ...quant, slug: 'analyst', title2: 'Analyst', version: 1 });
    expect((await hr.list())[0]).toMatchObject({ state: 'closed', version: 2, changedBy: hr.accountId });
    expect((await hr.call(calls.reopenPosition, { slug: 'analyst', version: 2 })).json()).toEqual({ version: 3 });
    await expect.poll(() => shown('/careers'), PATIENT).toContain('Analyst');
    expect(await isClosedTitle(context.store.db, 'Analyst')).toBe(false);
    const actions = await context.store.db.selectFrom('staff_actions').select(['action', 'subject', 'subject_id']).orderBy('id').execute();
    expect(actions.map((one) => Object.values(one))).toEqual(
      ['position closed', 'position saved', 'position opened'].map((action) => [action, 'position', 'analyst']),
    );
  });

  testOnStores('of two who change it at once the second is told, and nothing is lost', async () => {
    const { person } = await setUp();
    const [one, two] = [await person(), await person()];
    const answers = await Promise.all([
      one.call(calls.closePosition, { slug: 'analyst', version: 0 }),
      two.call(calls.savePosition, { ...quant, slug: 'analyst' }),
    ]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    await two.call(calls.closePosition, { slug: 'analyst', version: 1 });
    expect((await one.call(calls.reopenPosition, { slug: 'analyst', version: 1 })).statusCode).toBe(409);
  });
});

test('an application to one that was closed meanwhile is refused beside a field that shows, and nothing of it stays', async () => {
  const { person, site, context } = await setUp();
  const hr = await person();
  const send = (subject: string) => {
    const { payload, headers } = application({ ...validApplication, subject });
    return site.inject({ method: 'POST', url: apiPaths.applications, payload, headers });
  };
  await hr.call(calls.closePosition, { slug: 'analyst', version: 0 });
  const refused = await send('Analyst');
  expect([refused.statusCode, refused.json()]).toEqual([422, expect.objectContaining({ errors: { message: closedPositionWords } })]);
  const stored = async () => (await context.store.db.selectFrom('leads').select('id').execute()).length;
  expect(await stored()).toBe(0);
  expect((await send('Developer')).statusCode).toBe(201);
  await hr.call(calls.reopenPosition, { slug: 'analyst', version: 1 });
  expect((await send('Analyst')).statusCode).toBe(201);
  expect(await stored()).toBe(2);
});

test('what cannot be shown is refused by its field', async () => {
  const { person } = await setUp();
  const hr = await person();
  const faultsOf = async (change: Partial<CallInput<typeof calls.savePosition>>) =>
    Object.keys((await hr.call(calls.savePosition, { ...quant, ...change })).json<{ errors?: object }>().errors ?? {});
  expect(await faultsOf({ title1: 'Milan' })).toEqual(['title1']);
  expect(await faultsOf({ textResponsibility: [] })).toEqual(['textResponsibility']);
  expect([await faultsOf({ remote: true }), await faultsOf({ country: 'zz' })]).toEqual([['country'], ['country']]);
  expect(await faultsOf({ payFrom: 1, payTo: 2, payCurrency: 'EUR' })).toEqual(['payPer']);
  expect(await faultsOf({ validThrough: '2020-01-01' })).toEqual(['validThrough']);
  expect(await faultsOf({ title2: 'Analyst' })).toEqual(['title2']);
  expect((await hr.call(calls.closePosition, { slug: 'nothing', version: 0 })).statusCode).toBe(404);
});

test('while the store does not answer, pages stay as they were', async () => {
  const { person, shown, context } = await setUp();
  const hr = await person();
  await hr.call(calls.savePosition, quant);
  await expect.poll(() => shown('/careers'), PATIENT).toContain('quant');
  const before = await shown('/careers');
  await context.store.close();
  expect(await shown('/careers')).toBe(before);
});

test('an edited position stands in its place, a new one behind, and none after its last day', () => {
  const edited = (slug: string, more: object = {}, closedAt: number | null = null) => ({
    slug,
    posting: { ...analyst, slug, ...more },
    version: 1,
    closedAt,
    changedAt: 0,
    changedBy: 'a',
  });
  const openings = openingsOf(
    textPostings,
    [edited('analyst', { title2: 'Senior Analyst' }), edited('old', { validThrough: '2026-10-31' }), edited('gone', {}, 1), edited('new')],
    '2026-11-01',
  );
  expect(openings.open.map(({ slug, title2 }) => [slug, title2])).toEqual([
    ['analyst', 'Senior Analyst'],
    ['developer', 'Developer'],
    ['new', 'Analyst'],
  ]);
  expect(openings.known).toEqual(['analyst', 'developer', 'old', 'gone', 'new']);
});
