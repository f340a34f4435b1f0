import { shippedSaid } from '../../contract/forms/plain-form.ts';
import { declared } from './declared.ts';

export const formWords = declared('formWords', {
  ...shippedSaid,
  required: { before: 'Fields marked', after: 'are required.' },
  again: 'Try again',
  hurried: {
    title: 'Please press the button once more',
    text: 'That was faster than most people type. A second press tells us that you are one.',
  },
  sentTo: 'We sent it to',
  correct: 'Correct the address',
  home: 'Back to the home page',
  discard: {
    title: 'Close without sending?',
    text: 'What you typed in this form will be gone.',
    yes: 'Close and clear',
    no: 'Go on writing',
  },
});
