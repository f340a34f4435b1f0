/** Why the desk mails nobody at all, as whoever writes an answer reads it. */
export const NO_MAIL_SERVER = 'This server cannot send mail yet. An administrator sets up the mail server under Settings.';
