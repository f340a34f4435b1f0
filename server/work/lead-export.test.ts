import { describe, expect, test } from 'vitest';
import { suppress } from '../mail/suppression.ts';
import { testOnStores } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import { longestTurn } from '../testing/thread-turns.testing.ts';
import { markVerified } from '../leads/confirmation/confirm-link.ts';
import { markAnswered } from '../leads/confirmation/waiting-requests.ts';
import { withdrawConsents } from '../leads/consents/consent-records.ts';
import { noon, setUpIndex } from './index/index.testing.ts';
import type { LeadListFilter } from './index/list-filter.ts';
import { recordMeeting } from './meetings/record-meeting.ts';
import { exportLeads } from './lead-export.ts';
import { assignLead, changeLeadState } from './lead-work.ts';
import { everyEighthRun } from '../testing/rotation.testing.ts';

const words = { zone: 'Europe/Rome', nameOf: (account: string) => `Name of ${account}`, deskUrl: 'https://desk.example.com' };
const [later, latest] = [Date.UTC(2026, 10, 24, 14, 30), Date.UTC(2026, 10, 25, 9)];

describe('an export of leads', () => {
  test('says of each whether marketing mail may go there, and when its meeting is', async () => {
    const { store, add } = await setUpIndex();
    const emails = ['asked', 'agreed', 'withdrawn', 'suppressed', 'met', 'declined'].map((name) => `${name}@example.com`);
    const [asked, agreed, withdrawn, suppressed, met, declined] = (await add(...emails.map((email) => ({ answers: { email } })))) as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    await store.begin(async (tx) => {
      for (const id of [agreed, withdrawn, suppressed]) await markVerified(tx, id, noon + 1);
      await withdrawConsents(tx, 'withdrawn@example.com', { purposes: ['marketing'], page: '/unsubscribe', at: noon + 2 });
      const shown = await tx.selectFrom('leads').selectAll().where('id', '=', declined).execute();
      await markAnswered(tx, shown[0]!.email_key, { shown, answer: 'declined', at: noon + 2 });
      await suppress(tx, 'suppressed@example.com', 'its owner called a mail spam', noon + 2);
      const booking = { booking: 'a@booking', at: noon + 3 };
      await recordMeeting(tx, store.dialect, { leadId: met, what: 'booked', startsAt: later, ...booking });
      await recordMeeting(tx, store.dialect, { leadId: met, what: 'moved', startsAt: latest, ...booking, at: noon + 4 });
      await recordMeeting(tx, store.dialect, { leadId: asked, what: 'booked', startsAt: later, ...booking });
      await recordMeeting(tx, store.dialect, { leadId: asked, what: 'cancelled', startsAt: later, ...booking, at: noon + 4 });
    });
    const rows = new Map(rowsOf(await exported(store)).map((row) => [row['Email'], [row['Marketing mail'], row['Meeting (Europe/Rome)']]]));
    expect(emails.map((email) => rows.get(email))).toEqual([
      ['Agreed, not confirmed', ''],
      ['Agreed, confirmed', ''],
      ['Withdrawn', ''],
      ['Address is suppressed', ''],
      ['Agreed, not confirmed', '2026-11-25 10:00'],
      ['Declined by the owner of the address', ''],
    ]);
  });

  testOnStores('an export has what the filter shows, whole, and nothing that a spreadsheet would run', async () => {
    const { store, add } = await setUpIndex();
    await add({ answers: { company: '=cmd|x' }, campaign: 'autumn' }, { campaign: 'spring' });
    await add(...Array.from({ length: 600 }, (_, n) => ({ at: noon + n, campaign: 'autumn' })));
    const text = await exported(store, { campaign: 'autumn' });
    const lines = text.trim().split(/\r?\n/);
    expect(lines).toHaveLength(602);
    expect(new Set(lines).size).toBe(602);
    expect(text).toContain("'=cmd|x");
    expect(text).not.toContain('spring');
  });

  everyEighthRun(test, 1)('leaves others their turn, however long and hostile what was typed is', async () => {
    const { store, add } = await setUpIndex();
    await add(
      ...Array.from({ length: 400 }, (_, n) => ({ at: noon + n, answers: { message: `a${'\n'.repeat(4000)}a${'=\t'.repeat(4000)}` } })),
    );
    expect(await longestTurn(() => exported(store))).toBeLessThan(100);
  });

  test('an export has what marketing works with, in words', async () => {
    const { store, add } = await setUpIndex();
    const answers = { role: 'Other: Treasurer', phone: '+39 02 1234567', message: 'One\r\ntwo; =1+1', company: 'Quill "Ltd"' };
    const [id] = (await add({ form: 'default', caller: 'home_bad', answers, campaign: 'autumn' })) as [string];
    await store.begin(async (tx) => {
      await assignLead(tx, store.dialect, { id, version: 0, actor: 'ada', at: noon, owner: 'bob' });
      await changeLeadState(tx, store.dialect, { id, version: 1, actor: 'ada', at: noon, state: 'lost', reason: 'No budget' });
    });
    const text = await exported(store);
    expect([text.charAt(0), text.split('\r\n').at(-1)]).toEqual(['\uFEFF', '']);
    expect(rowsOf(text)).toMatchObject([
      {
        'Received (Europe/Rome)': '2026-11-02 13:00',
        'Asked for': 'Book a demo',
        'First name': 'Ada',
        'Last name': 'Lovelace',
        Email: 'ada@example.com',
        'Email confirmed': 'No',
        'Marketing mail': 'Agreed, not confirmed',
        Company: 'Quill "Ltd"',
        Phone: "'+39 02 1234567",
        Role: 'Other',
        'Other role': 'Treasurer',
        'Net worth': '',
        'Your request': "One\ntwo;' =1+1",
        Country: 'Italy',
        State: 'Lost',
        'Meeting (Europe/Rome)': '',
        'Why lost': 'No budget',
        Owner: 'Name of bob',
        'Last changed (Europe/Rome)': '2026-11-02 13:00',
        Button: expect.stringMatching(/\w/) as string,
        Campaign: 'autumn',
        Source: '',
        'Came from': '',
        'Suspected spam': 'No',
        Sample: 'No',
        'Page at the desk': `https://desk.example.com/leads/${id}`,
      },
    ]);
  });
});

async function exported(store: Store, filter: Partial<LeadListFilter> = {}): Promise<string> {
  let text = '';
  for await (const part of exportLeads(store, { filter: { section: 'lead', ...filter }, sort: 'oldest' }, words)) text += part;
  return text;
}

/** Each line of a CSV as an object by the names of its columns. */
function rowsOf(text: string): Record<string, string | undefined>[] {
  const cells = (line: string) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare);
  const [head, ...lines] = text.slice(1).trimEnd().split('\r\n').map(cells);
  return lines.map((line) => Object.fromEntries(head!.map((name, index) => [name!, line[index]])));
}
