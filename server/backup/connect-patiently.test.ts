import { describe, expect, test } from 'vitest';
import { noPostgres, placeFor } from '../store/store.testing.ts';
import { connectPatiently, type PostgresPlace, programAddress } from './connect-patiently.ts';

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

test.each([
  ['postgres://user:s%2Fcret@db.example.com:5433/leads', 'postgres://user@db.example.com:5433/leads', 's/cret'],
  [
    'postgresql://user@db.example.com/leads?sslmode=no-verify&ssl=true',
    'postgresql://user@db.example.com/leads?sslmode=require',
    undefined,
  ],
  ['postgres://u@localhost/t?host=%2Ftmp%2Fpg&application_name=x', 'postgres://u@localhost/t?host=%2Ftmp%2Fpg', undefined],
  ['postgres://u:p@one,two:5433/leads?target_session_attrs=primary', 'postgres://u@one,two:5433/leads?target_session_attrs=primary', 'p'],
  ['postgres://localhost/leads', 'postgres://localhost/leads', undefined],
])('%s: the password is no argument, and only what libpq knows stays', (url, address, password) => {
  expect(programAddress(url)).toEqual({ address, password });
});

test('DATABASE_TLS and DATABASE_CA say the same to libpq', () => {
  const parameters = (tls: PostgresPlace['tls'], ca?: string) => programAddress('postgres://u@db/leads', { tls, ca }).address.split('?')[1];
  expect(parameters(undefined)).toBeUndefined();
  expect(parameters(false)).toBe('sslmode=disable');
  expect(parameters({ rejectUnauthorized: false })).toBe('sslmode=require');
  expect(parameters({ rejectUnauthorized: true })).toBe('sslmode=verify-full&sslrootcert=system');
  expect(parameters({ rejectUnauthorized: true, ca: 'PEM' }, '/etc/ssl/db-ca.pem')).toBe(
    'sslmode=verify-full&sslrootcert=%2Fetc%2Fssl%2Fdb-ca.pem',
  );
});
