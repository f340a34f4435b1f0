import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { declarations, readSettings, settingsHelp, settingsTable } from './settings.ts';

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

  test('every example is a value that works', () => {
    for (const [name, row] of Object.entries(declarations)) expect(() => readSettings({ [name]: row.example })).not.toThrow();
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
    ['TRUST_PROXY', '999.1.1.1'],
    ['TRUST_PROXY', '1.2.3.4/99'],
    ['TRUST_PROXY', '::1/129'],
    ['CLAMD_URL', 'tcp://scanner'],
    ['MAIL_URL', 'smtp:/mail.example'],
    ['FLAGS_URL', 'https://flags.example/?x'],
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

  test('are all in the help, and in docs/operating.md as declared', async () => {
    for (const name of Object.keys(declarations)) expect(settingsHelp()).toContain(name);
    const path = new URL('../docs/operating.md', import.meta.url).pathname;
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
