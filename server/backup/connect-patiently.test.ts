import { describe, expect, test } from 'vitest';
import { noPostgres, placeFor } from '../store/store.testing.ts';
import { connectPatiently } from './connect-patiently.ts';

describe.skipIf(noPostgres)('of several servers that are named', () => {
  test('the one that answers is taken, and told to PostgreSQL’s own programs', async () => {
    const { databaseUrl } = await placeFor({ dialect: 'postgres' });
    const both = new URL(databaseUrl!);
    const there = both.searchParams.get('host')!;
    both.searchParams.set('host', `/nowhere,${there}`);
    const { client, address } = await connectPatiently({ databaseUrl: both.href });
    await client.end();
    expect(new URL(address).searchParams.get('host')).toBe(there);
    both.searchParams.set('host', '/nowhere,/neither');
    await expect(connectPatiently({ databaseUrl: both.href })).rejects.toThrow(/neither/);
  });
});
