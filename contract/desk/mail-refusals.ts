/** Why the desk cannot send any mail, shown to staff who write an answer. */
export const NO_MAIL_SERVER = 'This server cannot send mail yet. An administrator sets up the mail server under Settings.';
