import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readSettings } from '../../settings/settings.ts';
import { storeSettings } from '../store-settings.ts';
import { makeCertificate } from '../../testing/certificate.testing.ts';
import { storeFault } from '../store-fault.ts';
import { openStore } from '../store.ts';
import { noPostgres, silent, temporaryFolder } from '../store.testing.ts';
import { startCluster, type Cluster } from './postgres.testing.ts';

const authority = makeCertificate({ name: 'an authority of our own' });

describe.skipIf(noPostgres)('a PostgreSQL that takes encrypted connections alone', () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = (await startCluster(makeCertificate({ name: 'db', hosts: ['localhost'], issuer: authority })))!;
  }, 60_000);

  afterAll(() => cluster?.stop());

  test('is spoken to where its certificate is of DATABASE_CA’s authority, and migrated', async () => {
    const { store, encrypted } = await connect({ DATABASE_CA: fileOf(authority.cert) });
    await store.migrate();
    expect(await encrypted()).toBe(true);
  });

  test('is spoken to unverified, where that is what is asked for', async () => {
    expect(await (await connect({ DATABASE_TLS: 'unverified' })).encrypted()).toBe(true);
  });

  test.each<[what: string, env: () => Record<string, string>, said: RegExp]>([
    ['by another authority', () => ({ DATABASE_CA: fileOf(makeCertificate({ name: 'another authority' }).cert) }), /certificate|signature/],
    [
      'by one of the same name',
      () => ({ DATABASE_CA: fileOf(makeCertificate({ name: 'an authority of our own' }).cert) }),
      /certificate signature failure/,
    ],
    ['by the authorities that Node knows', () => ({ DATABASE_TLS: 'verify' }), /certificate/],
    ['without encryption', () => ({ DATABASE_TLS: 'off' }), /no encryption/],
    ['without any setting', () => ({}), /no encryption/],
    [
      'under a host that the certificate is not of',
      () => ({ DATABASE_CA: fileOf(authority.cert), DATABASE_URL: cluster.url.replace('localhost', '127.0.0.1') }),
      /127\.0\.0\.1 is not in the cert/,
    ],
  ])('is not spoken to %s, and the fault names the settings', async (_, env, said) => {
    const { encrypted } = await connect(env());
    const fault = await encrypted().then(String, storeFault);
    expect(fault).toMatch(said);
    expect(fault).toMatch(/^the encrypted connection to PostgreSQL fails .*DATABASE_TLS and DATABASE_CA/);
  });

  async function connect(env: Record<string, string>) {
    const settings = readSettings({ DATABASE_URL: cluster.url, DATA_DIR: temporaryFolder(), ...env });
    const store = await openStore({ ...storeSettings(settings), poolWait: 30_000, log: silent });
    onTestFinished(() => store.close());
    const encrypted = async () => {
      const { rows } = await sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(store.db);
      return rows[0]?.ssl;
    };
    return { store, encrypted };
  }
});

function fileOf(text: string): string {
  const file = join(temporaryFolder(), 'ca.pem');
  writeFileSync(file, text);
  return file;
}
