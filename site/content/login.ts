import { declared } from './declared.ts';

export const login = declared('login', {
  title: 'Login',
  lead: 'For clients of the platform.',
  submit: 'Login',
  withoutScripts: 'Logging in here needs JavaScript. Without it, go to the platform: the link is below.',
  failure: 'Check your email address and password, or log in on the platform itself.',
  platform: { text: 'Your account lives on the platform.', label: 'Go to the platform' },
  join: { text: 'No account yet?', label: 'Book a demo' },
});
