import { describe, expect, test } from 'vitest';
import { UsageError } from '../cli/command.ts';
import { readSettings } from '../settings/settings.ts';
import { testOnStores } from '../store/store.testing.ts';
import { testContext } from '../testing/command.testing.ts';
import { setUpDeliveries } from './deliveries.testing.ts';
import { findEndpoint } from './endpoints.ts';
import { isSigned } from './receiver.testing.ts';
import { webhooksCommand } from './webhooks-command.ts';

async function setUp(env: Record<string, string> = { WEBHOOKS_PRIVATE: 'allow' }) {
  const parts = await setUpDeliveries();
  const { run } = testContext(webhooksCommand, parts.store, { settings: readSettings(env), now: parts.clock.now });
  return { ...parts, run };
}

describe('npm run webhooks', () => {
  testOnStores('adds an endpoint, tells its secret once, tries it, shows what it was told, and sends it again', async () => {
    const { run, receiver, store, add, deliver } = await setUp();
    const added = await run('add', `${receiver.url}/hook?token=hidden`, '--events', 'lead.created, message.created');
    const [id, secret] = [/ep_[0-9a-f-]{36}/.exec(added.printed)![0], /whsec_[A-Za-z0-9+/=]{44}/.exec(added.printed)![0]];
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    expect(added.printed).toContain('lead.created, message.created, consent.withdrawn, person.erased');
    for (const args of [['list'], ['list', '--json']]) {
      const { printed } = await run(...args);
      expect([printed.includes(id), printed.includes(secret), printed.includes(secret.slice(6))]).toEqual([true, false, false]);
    }
    expect((await run('list')).printed).not.toContain('hidden');
    expect(await run('test', id.slice(0, 12))).toMatchObject({ code: 0, printed: 'Taken: HTTP 204' });
    expect(receiver.taken).toMatchObject([{ type: 'ping', path: '/hook?token=hidden' }]);
    expect(isSigned(receiver.taken[0]!, secret)).toBe(true);

    await add({});
    await deliver();
    const [delivery] = JSON.parse((await run('deliveries', '--json')).printed) as { id: string; event_id: string; status: string }[];
    expect(delivery).toMatchObject({ status: 'delivered', event_id: receiver.taken[1]!.id });
    expect((await run('deliveries', delivery!.id)).printed).toMatch(/204 +taken/);
    expect((await run('resend', delivery!.event_id)).printed).toMatch(/^1 delivery is/);
    await deliver();
    expect(receiver.taken.map((request) => request.id).slice(1)).toEqual([delivery!.event_id, delivery!.event_id]);
    expect((await run('resend', '--since', '2025-01-01')).printed).toMatch(/^1 delivery is/);

    const fresh = /whsec_\S+/.exec((await run('rotate', id, '--hours', '1')).printed)![0];
    await run('test', id);
    expect([isSigned(receiver.taken.at(-1)!, secret), isSigned(receiver.taken.at(-1)!, fresh)]).toEqual([true, true]);
    receiver.state.behave = () => ({ status: 500, body: 'no' });
    expect(await run('test', id)).toMatchObject({ code: 1, warned: 'Not taken: HTTP 500 no' });
    await run('disable', id);
    expect(await findEndpoint(store.db, id)).toMatchObject({ state: 'off' });
    expect((await run('enable', id)).printed).toContain('1 deliveries wait');
    await run('remove', id);
    expect((await run('list')).printed).toContain('Nobody is told of anything');
    expect(await store.db.selectFrom('deliveries').select('id').execute()).toEqual([]);
  });
});

test('refuses what cannot be meant', async () => {
  const { run } = await setUp({});
  const refused: [string[], string][] = [
    [['add', 'http://example.com/', '--events', 'all'], 'https://'],
    [['add', 'ftp://example.com/', '--events', 'all'], 'https://'],
    [['add', 'https://user:secret@example.com/', '--events', 'all'], 'names a user'],
    [['add', 'nothing', '--events', 'all'], 'needs an address'],
    [['add', 'https://example.com/'], '--events'],
    [['add', 'https://example.com/', '--events', 'lead.made'], "no event 'lead.made'"],
    [['enable', 'ep_x'], 'no endpoint'],
    [['enable'], "'enable' needs ENDPOINT"],
    [['resend'], '--since'],
    [['resend', 'msg_x'], 'no delivery'],
    [['resend', '--since', 'yesterday'], 'or a time'],
    [['deliveries', '--status', 'gone'], '--status is one of'],
    [['make'], "no action 'make'"],
  ];
  for (const [args, words] of refused) {
    await expect(run(...args), args.join(' ')).rejects.toThrow(words);
    await expect(run(...args)).rejects.toThrow(UsageError);
  }
});

test('goes to no private address unless that is allowed, and says what allows it', async () => {
  const { run, receiver } = await setUp({});
  const { printed } = await run('add', receiver.url.replace('http:', 'https:'), '--events', 'all');
  const { code, warned } = await run('test', /ep_[0-9a-f-]{36}/.exec(printed)![0]);
  expect([code, warned]).toEqual([1, expect.stringContaining('WEBHOOKS_PRIVATE=allow')]);
  expect(receiver.asked).toEqual([]);
});
