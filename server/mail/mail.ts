import type { ReactElement } from 'react';
import type { Words } from '../../contract/content-fields.ts';

/** Texts of a mail as they ship: staff may change each. `{name}` is a piece that the mail fills in, `[words](/path)` a link to the site. */
export type MailTexts = Readonly<Record<string, string>>;

/** The texts as they are now, with those that all mails share. */
export type SaidTexts<Texts> = { readonly [Name in keyof Texts | keyof typeof sharedTexts]: string };

/** Texts of every mail, of the part `mails.all`. */
export const sharedTexts = {
  fallback: 'If the button does not work, open this address in your browser:',
  marketing: 'No more marketing from us:',
  unsubscribe: 'unsubscribe',
} as const;

/**
 * A kind of mail, declared once. `Body` is made of the elements of layout.tsx, which puts the frame around it; the text part is
 * made from the same.
 */
export type Mail<Props, Texts extends MailTexts = MailTexts> = {
  kind: string;
  /**
   * How it is counted: `first` goes to an address that nobody has verified, `promised` follows from a click on a link, `awaited` from
   * what a verified visitor did just now and has to hear of, so that the limit of a day alone holds, and `none` is for staff, whom no
   * limit concerns. Beyond a limit it leaves later.
   */
  limit: 'first' | 'promised' | 'awaited' | 'none';
  /** A person wrote it: it is sent without the headers that mark a mail as automatic, so that out-of-office answers may come. */
  byPerson?: true;
  texts?: Texts;
  /** Props of each variant, by its name, to show the mail to staff who change its texts. @param site origin of the site @param words staff's words */
  samples?(site: string, words: Words): Readonly<Record<string, Props>>;
  subject(props: Props, texts: SaidTexts<Texts>): string;
  preheader(props: Props, texts: SaidTexts<Texts>): string;
  Body(props: Props, texts: SaidTexts<Texts>): ReactElement;
  /** The property that alone differs from mail to mail, an address: with the others the same, the mail is rendered once. */
  blank?: keyof Props & string;
};

export type Rendered = { subject: string; html: string; text: string };

export function defineMail<Props, Texts extends MailTexts = MailTexts>(mail: Mail<Props, Texts>): Mail<Props, Texts> {
  return mail;
}
