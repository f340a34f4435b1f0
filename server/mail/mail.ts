import type { ReactElement } from 'react';

/**
 * A kind of mail, declared once. `Body` is made of the elements of layout.tsx, which puts the frame around it; the text part is
 * made from the same.
 */
export type Mail<Props> = {
  kind: string;
  /**
   * How it is counted: `first` goes to an address that nobody has verified, `promised` follows from a click on a link, `awaited` from
   * what a verified visitor did just now and has to hear of, so that the limit of a day alone holds, and `none` is for staff, whom no
   * limit concerns. Beyond a limit it leaves later.
   */
  limit: 'first' | 'promised' | 'awaited' | 'none';
  /** Somebody wrote it: whoever is away may answer so, and no program takes it for a machine's. */
  byPerson?: true;
  subject(props: Props): string;
  preheader(props: Props): string;
  Body(props: Props): ReactElement;
  /** The property that alone differs from mail to mail, an address: with the others the same, the mail is rendered once. */
  blank?: keyof Props & string;
};

export type Rendered = { subject: string; html: string; text: string };

export function defineMail<Props>(mail: Mail<Props>): Mail<Props> {
  return mail;
}
