import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validate } from './form.ts';
import { loginForm } from './login.ts';

const email = 'ada@example.com';

describe('loginForm', () => {
  it('has a message for each field that is missing', () => {
    const result = validate(loginForm, {});
    expect(result).toEqual({ ok: false, errors: { email: 'This is not a valid email', password: 'Something wrong in your subject' } });
  });

  it('takes passwords of 3 to 30 characters and no others', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', 'X', 'Z', '0', '9', '!', '?', '-', '_'), maxLength: 40 }), (password) => {
        const { ok } = validate(loginForm, { email, password });
        expect(ok).toBe(password.length >= 3 && password.length <= 30);
      }),
    );
  });

  it.each(['ada', 'ada@', '@example.com', 'ada@example', 'a b@example.com'])('refuses %s as an email address', (wrong) => {
    expect(validate(loginForm, { email: wrong, password: 'secret' })).toMatchObject({ errors: { email: 'This is not a valid email' } });
  });
});
