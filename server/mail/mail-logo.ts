import logo from './logo.png?inline';

/** Of the picture in every mail. It travels with the mail: opening one asks no server for anything. */
export const LOGO_ID = 'logo';

export const logoFile = {
  filename: 'logo.png',
  contentType: 'image/png',
  content: Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64'),
  cid: LOGO_ID,
  contentDisposition: 'inline',
} as const;
