import { expect, it } from 'vitest';
import { phonePlansSource } from './phone-plans.testing.ts';

it('is what the metadata of libphonenumber says', async () => {
  await expect(phonePlansSource()).toMatchFileSnapshot('./phone-plans.ts');
});
