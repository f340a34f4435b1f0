import type { Field, FieldDeclarations } from './form.ts';
import { byName, emailAddress, sized } from './rules.ts';

const PASSWORD = { min: 3, max: 30 } as const;

/** The fields of /login. They are checked in the browser and sent nowhere: the page never authenticates. */
export const loginForm: FieldDeclarations = {
  fields: [
    { field: 'email', required: true },
    { field: 'password', required: true },
  ],
  catalogue: byName<Field>([
    {
      name: 'email',
      label: 'Email',
      kind: 'email',
      autocomplete: 'username',
      missing: 'This is not a valid email',
      mend: 'Write it as name@example.com.',
      schema: emailAddress('This is not a valid email'),
    },
    {
      name: 'password',
      label: 'Password',
      kind: 'password',
      autocomplete: 'current-password',
      missing: 'Something wrong in your subject',
      mend: `A password has ${PASSWORD.min} to ${PASSWORD.max} characters.`,
      schema: sized(PASSWORD.min, PASSWORD.max, 'Something wrong in your subject'),
    },
  ]),
};

export const INVALID_CREDENTIALS = 'Invalid credentials';
