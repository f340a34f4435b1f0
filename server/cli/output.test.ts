import { expect, test } from 'vitest';
import { npmBanners } from './output.ts';

test('what npm prints before a script is known to the letter, with the id and with the id hidden', () => {
  const env = {
    npm_package_name: 'site',
    npm_package_version: '1.2.3',
    npm_lifecycle_event: 'applications',
    npm_lifecycle_script: 'node x.mjs applications',
  };
  const id = '01a1fe21-58d5-7f46-9f3e-979540cde0df';
  const banner = (shown: string) => `\n> site@1.2.3 applications\n> node x.mjs applications cv ${shown}\n\n`;
  expect(npmBanners(env, ['cv', id])).toEqual([banner(id), banner('***')]);
  expect(npmBanners({}, ['cv'])).toEqual([]);
});
