import { describe, expect, test } from 'vitest';
import { callerFor, paperCaller } from '../../contract/callers.ts';
import { requestWords } from '../../contract/request-words.ts';
import { removePaper } from '../insights/removals/paper-removals.ts';
import { loadSamples } from '../insights/sample/samples.ts';
import { setUpMailbox, shownOn } from '../leads/mailbox.testing.ts';
import { readLead } from '../leads/lead-queries.ts';
import { up as addAbout } from '../store/migrations/0070-lead-about.ts';
import { testOnStores } from '../store/store.testing.ts';
import { validBodies } from '../testing/app.testing.ts';

const paper = { kind: 'paper', id: 'market-graph', name: 'How to read a market graph' };
const portfolio = { kind: 'portfolio', id: 'cognitive-dynamic', name: 'Cognitive Dynamic' };

describe('what a lead is about', () => {
  test('is stored by id and name where there is such a thing, and left out otherwise', async () => {
    const { ask } = await setUp();
    const download = paperCaller(paper.id);
    for (const [caller, about, stored] of [
      ['portfolios_cu', { kind: 'portfolio', id: portfolio.id }, portfolio],
      ['insights_cu', { kind: 'portfolio', id: portfolio.id, name: 'Typed <b>text</b>' }, portfolio],
      [download, { kind: 'paper', id: paper.id }, paper],
      [download, undefined, paper],
      ['portfolios_cu', { kind: 'portfolio', id: 'nothing' }, null],
      ['portfolios_cu', { kind: 'paper', id: paper.id }, null],
      ['portfolios_cu', 'cognitive-dynamic', null],
      ['home_bad', { kind: 'paper', id: paper.id }, null],
      ['0', { kind: 'paper', id: paper.id }, null],
    ] as const) {
      expect([caller, about, (await ask(caller, { about })).about]).toEqual([caller, about, stored]);
    }
  });

  test('stands in the first mail, on the page of its link, and in staff’s subject', async () => {
    const { ask, pass, sent, look, press, tokens } = await setUp();
    for (const [caller, about] of [
      ['portfolios_cu', portfolio],
      [paperCaller(paper.id), paper],
    ] as const) {
      const email = `${about.kind}@example.com`;
      await ask(caller, { about, email });
      await pass(1000);
      const words = requestWords(callerFor(caller).asks, about.name);
      expect(sent.at(-1)!.subject).toBe(words.confirm);
      expect(sent.at(-1)!.text).toContain(words.next);
      const [token] = tokens(email);
      expect((await look(token!)).body).toContain('<h1>/verify</h1>');
      await press({ token: token! });
      await pass(1000);
      const notice = sent.find(({ to, subject }) => to.includes('sales@example.com') && subject.includes(about.name))!;
      expect(notice.subject).toBe(`Verified lead: ${words.request} (Ada Lovelace)`);
      expect(notice.text).toContain(words.request);
    }
    expect(sent.filter(({ subject }) => subject === `Your paper: ${paper.name}`)).toHaveLength(1);
  });

  test('tells requests of one mailbox apart', async () => {
    const { ask, pass, clock, look, tokens } = await setUp();
    const first = await ask('portfolios_cu', { about: portfolio });
    clock.now += 1;
    const second = await ask(paperCaller(paper.id), {});
    await pass(1000);
    expect(shownOn((await look(tokens('ada@example.com')[0]!)).body).requests.map((line) => line.slice(4))).toEqual([
      `${second.id} Get “${paper.name}”`,
      `${first.id} Ask about ${portfolio.name}`,
    ]);
  });

  testOnStores('keeps its name when the thing is gone, and the mail then waits for staff', async () => {
    const { ask, pass, press, tokens, store, sent } = await setUp();
    await ask(paperCaller(paper.id), {});
    await removePaper(store.db, paper.id);
    await pass(1000);
    expect(sent[0]!.subject).toBe(`Confirm your address to get “${paper.name}”`);
    expect((await press({ token: tokens('ada@example.com')[0]! })).headers.location).toBe('/insights/landing');
    await pass(1000);
    expect(await store.db.selectFrom('jobs').select(['name', 'last_error']).where('status', '=', 'held').execute()).toEqual([
      { name: 'leads.paper-mail', last_error: `there is no paper '${paper.id}'` },
    ]);
  });

  test('of a lead from before it was stored is what its caller says', async () => {
    const { ask, pass, press, tokens, store, sent } = await setUp();
    const { id } = await ask(paperCaller(paper.id), {});
    await store.db.updateTable('leads').set({ about: null }).where('id', '=', id).execute();
    await pass(1000);
    expect(sent[0]!.subject).toBe('Confirm your address to get your paper');
    expect((await press({ token: tokens('ada@example.com')[0]! })).headers.location).toBe('/insights/paper');
    await pass(1000);
    expect(sent.map(({ subject }) => subject)).toContain(`Your paper: ${paper.name}`);
  });

  test('is filled in by the migration where a caller said it', async () => {
    const { ask, store } = await setUp();
    const [asked, other] = [await ask(paperCaller(paper.id), {}), await ask('home_bad', {})];
    await store.db.schema.alterTable('leads').dropColumn('about').execute();
    await addAbout(store.db);
    expect((await readLead(store.db, asked.id))!.about).toEqual(paper);
    expect((await readLead(store.db, other.id))!.about).toBeNull();
  });
});

async function setUp() {
  const mailbox = await setUpMailbox();
  await loadSamples(mailbox.store, mailbox.clock.now);
  const ask = async (caller: string, more: object) => {
    const payload = { ...validBodies.bookademo, ...more };
    const answer = await mailbox.app.inject({ method: 'POST', url: `/cognitivepro/forms/${caller}`, payload });
    expect(answer.statusCode).toBe(201);
    return (await readLead(mailbox.store.db, answer.json<{ id: string }>().id))!;
  };
  return { ...mailbox, ask };
}
