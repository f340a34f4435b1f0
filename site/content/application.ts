import { declared } from './declared.ts';

export const applicationWords = declared('applicationWords', {
  legend: 'All fields but the newsletter are required.',
  dialog: 'Your application',
  sending: 'You can close this: the upload goes on, and we tell you when it is done.',
  sent: 'We have written to you to confirm it. If nothing arrives, look among the unwanted mail.',
  position: 'Position:',
  again: 'Back to the open positions',
});

export const fileInput = declared('fileInput', {
  choose: 'Choose a file',
  another: 'Choose another',
  drop: 'or drop it here.',
  remove: 'Remove',
  again: 'Please choose it here, also where you had chosen one before: browsers do not keep a file.',
  lost: (name: string) => `Please choose ${name} again: browsers do not keep a file when a page is loaded anew.`,
});
