import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { settingWarnings } from './setting-warnings.ts';
import { settingsHelp, settingsTable, declarations, readSettings } from './settings.ts';
import { temporaryFolder } from '../store/store.testing.ts';

describe('settings', () => {
  test('have working defaults, and an empty value is no value', () => {
    const settings = readSettings({ PORT: '', MAIL_URL: ' ' });
    expect(settings).toMatchObject({
      PORT: 3000,
      PUBLIC_URL: 'http://localhost:3000',
      DATA_DIR: 'data',
      PRODUCTS: ['cognitivepro', 'www'],
    });
    expect([settings.MAIL_URL, settings.DATABASE_URL, settings.TRUST_PROXY]).toEqual([undefined, undefined, undefined]);
    expect(Object.isFrozen(settings)).toBe(true);
  });

  test('are parsed into what they mean', () => {
    const settings = readSettings({ PORT: '8080', STAFF_MAIL: 'a@x.io, B <b@x.io>', TRUST_PROXY: '2', PUBLIC_URL: 'https://x.io/' });
    expect(settings).toMatchObject({ PORT: 8080, STAFF_MAIL: ['a@x.io', 'B <b@x.io>'], TRUST_PROXY: 2, PUBLIC_URL: 'https://x.io' });
  });

  test('networks of either kind may be trusted, and the site’s own product is always one', () => {
    expect(readSettings({ TRUST_PROXY: '10.0.0.0/8, ::1' }).TRUST_PROXY).toBe('10.0.0.0/8, ::1');
    expect(readSettings({ PRODUCTS: 'acme' }).PRODUCTS).toEqual(['cognitivepro', 'acme']);
  });

  test('the desk is served unless it is switched off, at an origin of its own', () => {
    expect(readSettings({})).toMatchObject({ DESK_PORT: 3100, DESK_HOST: '127.0.0.1', DESK_URL: 'http://localhost:3100' });
    expect(readSettings({ DESK_PORT: '4000' }).DESK_URL).toBe('http://localhost:4000');
    expect([readSettings({ DESK_PORT: 'off' }).DESK_PORT, readSettings({ DESK_PORT: '0' }).DESK_PORT]).toEqual([undefined, undefined]);
    const url = 'https://www.example.com';
    expect(() => readSettings({ PUBLIC_URL: url, DESK_URL: `${url}/` })).toThrow(/DESK_URL: .*PUBLIC_URL.*Example: DESK_URL=/);
    expect(() => readSettings({ PUBLIC_URL: url, DESK_URL: `${url}/`, DESK_PORT: 'off' })).not.toThrow();
  });

  test('the company’s provider has an issuer, an id and a secret, or none of them', () => {
    const whole = { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'desk', OIDC_CLIENT_SECRET: 'HIDDEN' };
    expect(readSettings(whole)).toMatchObject(whole);
    for (const name of Object.keys(whole))
      expect(() => readSettings({ ...whole, [name]: '' })).toThrow(new RegExp(`${name}: it is needed(?![\\s\\S]*HIDDEN)`));
  });

  test('with the company’s provider no passkey of ours is required: the start says so', () => {
    const provider = { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'desk', OIDC_CLIENT_SECRET: 'HIDDEN' };
    expect(readSettings({ DESK_PASSKEYS: 'required' }).DESK_PASSKEYS).toBe('required');
    expect(readSettings({ ...provider }).DESK_PASSKEYS).toBe('optional');
    expect(() => readSettings({ ...provider, DESK_PASSKEYS: 'required' })).toThrow(
      /DESK_PASSKEYS: with OIDC_ISSUER .*Example: DESK_PASSKEYS=optional/,
    );
  });

  test('every example is a value that works', () => {
    const examples = Object.fromEntries(Object.entries(declarations).map(([name, row]) => [name, row.example]));
    const { MAIL_FROM, STAFF_MAIL, HR_MAIL, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = examples;
    const { SALESFORCE_KEY, SALESFORCE_CLIENT_ID, SALESFORCE_USERNAME } = examples;
    const salesforce = { SALESFORCE_KEY, SALESFORCE_CLIENT_ID, SALESFORCE_USERNAME };
    const provider = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET };
    for (const [name, row] of Object.entries(declarations)) {
      expect(() => readSettings({ MAIL_FROM, STAFF_MAIL, HR_MAIL, ...provider, ...salesforce, [name]: row.example })).not.toThrow();
    }
    expect(() => readSettings(examples)).not.toThrow();
  });

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'example.com'],
    ['PUBLIC_URL', 'https://example.com/path'],
    ['DATABASE_URL', 'mysql://x'],
    ['MAIL_URL', 'http://mail.example'],
    ['MAIL_FROM', 'nobody'],
    ['STAFF_MAIL', 'a@x.io,,'],
    ['PRODUCTS', 'a b'],
    ['RATE_LIMIT', 'maybe'],
    ['TRUST_PROXY', 'everyone'],
    ['LINK_HOURS', '0'],
    ['TIME_ZONE', 'Milan'],
    ['TRUST_PROXY', '999.1.1.1'],
    ['TRUST_PROXY', '1.2.3.4/99'],
    ['TRUST_PROXY', '::1/129'],
    ['CLAMD_URL', 'tcp://scanner'],
    ['MAIL_URL', 'smtp:/mail.example'],
    ['FLAGS_URL', 'https://flags.example/?x'],
    ['BOUNCE_SECRET', 'short'],
    ['METRICS_PORT', '70000'],
    ['DESK_PORT', 'yes'],
    ['DESK_URL', 'https://desk.example.com/leads'],
    ['DESK_URL', 'http://desk.example.com'],
    ['OIDC_ISSUER', 'http://login.example.com'],
    ['OPS_MAIL', 'nobody'],
    ['MAIL_FROM', '"A" <a@x.io> <b@x.io>'],
  ])('%s=%s stops the start with its name, its fault and an example', (name, value) => {
    const example = declarations[name as keyof typeof declarations].example;
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`${name}=.*needed\\. Example: ${name}=${escape(example)}`));
  });

  test('all faults are told at once, and no secret with them', () => {
    expect(() => readSettings({ PORT: 'x', RATE_LIMIT: 'y' })).toThrow(/PORT=[\s\S]*RATE_LIMIT=/);
    expect(() => readSettings({ DATABASE_URL: 'mysql://me:secret@db' })).toThrow(/mysql:\/\/\*\*\*@db/);
    for (const value of ['user:HIDDEN@smtp.x.io', 's3://key:SE/HIDDEN@host/b', 'mysql://u:p@HIDDEN@db/d', 'smtp:u:HIDDEN@x']) {
      for (const name of ['MAIL_URL', 'FILES_URL', 'DATABASE_URL']) {
        expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`${name}=(?![\\s\\S]*HIDDEN@)`));
      }
    }
  });

  test.each([
    ['MAIL_URL', 'http://mail.io/?password=HIDDEN&user=x'],
    ['MAIL_URL', 'http://mail.io/?HIDDEN'],
    ['MAIL_URL', 'http://mail.io/#HIDDEN'],
    ['DATABASE_URL', 'mysql://db/x?a=HIDDEN?HIDDEN=HIDDEN#HIDDEN'],
    ['DATABASE_URL', 'mysql://user:HIDDEN/db'],
    ['DATABASE_URL', 'mysql://user:HI\nDDEN@db'],
    ['MARKETING_URL', 'http://events.io/track?secret=HIDDEN'],
    ['PORT', 'smtp://user:HIDDEN@mail.io?x=HIDDEN'],
  ])('%s=%s is named without its secret', (name, value) => {
    const told = (() => {
      try {
        readSettings({ [name]: value });
      } catch (error) {
        return String(error);
      }
      return '';
    })();
    expect(told).toContain(`${name}=`);
    expect(told).toContain('***');
    expect(told).not.toMatch(/HIDDEN|DDEN@/);
  });

  test('with a mail server no address of a sample is taken; without one, all of them are', () => {
    const real = { MAIL_URL: 'smtp://mail.io', MAIL_FROM: 'A <a@x.io>', STAFF_MAIL: 'b@x.io', HR_MAIL: 'c@x.io' };
    expect(() => readSettings(real)).not.toThrow();
    expect(() => readSettings({ MAIL_URL: 'smtp://mail.io' })).toThrow(/MAIL_FROM: [\s\S]*STAFF_MAIL: [\s\S]*HR_MAIL: .*HR_MAIL=/);
    expect(() => readSettings({ ...real, STAFF_MAIL: 'b@x.io, c@x.test' })).toThrow('STAFF_MAIL');
    expect(() => readSettings({ ...real, MAIL_FROM: 'A <a@x.invalid>' })).toThrow('MAIL_FROM');
    expect(() => readSettings({ STAFF_MAIL: 'b@x.test' })).not.toThrow();
  });

  test('names that look like a setting are told, and never their values', () => {
    const folder = temporaryFolder();
    const env = {
      LOGLEVEL: 'HIDDEN',
      MAILURL: 'HIDDEN',
      DATABASE_URI: 'HIDDEN',
      data_dir: 'HIDDEN',
      STAF_MAIL: 'HIDDEN',
      LOG_LEVEL: 'warn',
    };
    const told = settingWarnings(env, folder);
    for (const [wrong, right] of [
      ['LOGLEVEL', 'LOG_LEVEL'],
      ['MAILURL', 'MAIL_URL'],
      ['DATABASE_URI', 'DATABASE_URL'],
      ['data_dir', 'DATA_DIR'],
      ['STAF_MAIL', 'STAFF_MAIL'],
    ]) {
      expect(told).toContainEqual(expect.stringMatching(new RegExp(`^${wrong} is no setting .*${right}`)));
    }
    expect(told).toHaveLength(5);
    expect(told.join()).not.toContain('HIDDEN');
    const usual = ['HOME', 'HOSTNAME', 'MAIL', 'PATH', 'PWD', 'SHELL', 'NODE_ENV', 'npm_config_loglevel', 'TZ', 'USER', 'LOGNAME', 'PORTS'];
    expect(settingWarnings(Object.fromEntries(usual.map((name) => [name, 'x'])), folder)).toEqual([]);
  });

  test.skipIf(process.platform === 'win32')('a .env that everybody may read is told', async () => {
    const folder = temporaryFolder();
    await writeFile(join(folder, '.env'), 'PORT=1', { mode: 0o600 });
    expect(settingWarnings({}, folder)).toEqual([]);
    await chmod(join(folder, '.env'), 0o644);
    expect(settingWarnings({}, folder)).toEqual([expect.stringContaining('chmod 600 .env')]);
  });

  test('are all in the help, and in docs/operating.md as declared', async () => {
    for (const name of Object.keys(declarations)) expect(settingsHelp()).toContain(name);
    const path = new URL('../../docs/operating.md', import.meta.url).pathname;
    const document = await readFile(path, 'utf8');
    const generated = document.replace(
      /(<!-- settings:.*-->\n)[\s\S]*(<!-- \/settings -->)/,
      (_, open, close) => `${open}\n${settingsTable()}\n\n${close}`,
    );
    await expect(generated).toMatchFileSnapshot(path);
  });
});

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
