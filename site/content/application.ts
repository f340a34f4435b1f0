export const applicationWords = {
  legend: 'All fields but the newsletter are required.',
  dialog: 'Your application',
  sending: 'You can close this: the upload goes on, and we tell you when it is done.',
  sent: 'We have written to you to confirm it. If nothing arrives, look among the unwanted mail.',
  withoutScripts: 'Sending a CV needs JavaScript. Without it, write to us:',
  contact: 'contact page',
} as const;

export const fileInput = {
  choose: 'Choose a file',
  another: 'Choose another',
  drop: 'or drop it here.',
  remove: 'Remove',
  lost: (name: string) => `Please choose ${name} again: browsers do not keep a file when a page is loaded anew.`,
} as const;
