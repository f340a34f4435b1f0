import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './store.testing.ts';
import { readSettings } from '../settings/settings.ts';
import { storeSettings } from './store-settings.ts';

const read = (env: Record<string, string>) => storeSettings(readSettings({ DATABASE_URL: 'postgres://db/leads', ...env }));

test('encryption is as DATABASE_URL says, unless a setting says it', () => {
  const file = join(temporaryFolder(), 'ca.pem');
  const ca = '-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n';
  writeFileSync(file, ca);
  expect(read({})).toEqual({ dataDir: 'data', databaseUrl: 'postgres://db/leads', poolSize: 10, poolWait: 3000 });
  expect(read({ DATABASE_POOL: '3', DATABASE_WAIT_MS: '9000', DATABASE_TLS: 'off' })).toMatchObject({
    poolSize: 3,
    poolWait: 9000,
    tls: false,
  });
  expect(read({ DATABASE_TLS: 'unverified' }).tls).toEqual({ rejectUnauthorized: false });
  expect(read({ DATABASE_TLS: 'verify' }).tls).toEqual({ rejectUnauthorized: true });
  expect(read({ DATABASE_CA: file }).tls).toEqual({ rejectUnauthorized: true, ca });
});

test('what cannot be meant stops the start and is named', () => {
  expect(() => read({ DATABASE_CA: '/nowhere/ca.pem' })).toThrow(/DATABASE_CA=\/nowhere\/ca\.pem: a file .* is needed/);
  expect(() => read({ DATABASE_CA: import.meta.filename.replace(/[^/]*$/, 'settings.ts') })).toThrow(/DATABASE_CA=/);
  expect(() => read({ DATABASE_URL: 'postgres://db/x?sslmode=require', DATABASE_TLS: 'verify' })).toThrow(/leave out its sslmode/);
  expect(() => read({ DATABASE_TLS: 'maybe' })).toThrow(/DATABASE_TLS=maybe/);
  expect(() => read({ DATABASE_URL: 'postgres://a:5432,b:port/x' })).toThrow(/DATABASE_URL=/);
});
