import type { FieldEvent } from './staff-fields.ts';

/**
 * Every kind of history entry with its words, except changes of staff fields (staff-fields.ts). Only kinds in this list can be written. The desk adds
 * details to some of them.
 */
export const eventNames = {
  received: 'Received',
  note: 'Note',
  assigned: 'Given to somebody',
  answered: 'Answered',
  'answer mailed': 'Answer mailed',
  'answer held back': 'Answer held back',
  'meeting booked': 'Meeting booked',
  'meeting moved': 'Meeting moved',
  'meeting cancelled': 'Meeting cancelled',
  'verification mail sent': 'Link to confirm mailed to the visitor',
  'verification mail held back': 'Link to confirm not mailed',
  'verification mail refused': 'Link to confirm refused by the visitor’s mail server',
  'served by the verification mail of another request': 'No mail of its own: the link of another request confirms this one, too',
  'fresh link asked for': 'New link to confirm asked for',
  verified: 'Address confirmed by the visitor',
  'seen by the owner of the address, and not confirmed': 'Seen by the owner of the address, and not confirmed',
  'declined by the owner of the address': 'The owner of the address says that it was not them',
  'meeting mail sent': 'Mailed to the visitor: how to choose a time for the demo',
  'a meeting was booked before the mail about it': 'No mail to choose a time: a meeting was booked before it left',
  'paper sent': 'Paper mailed to the visitor',
  'campaign mail sent': 'Mail of the campaign page sent to the visitor',
  'staff notified': 'Mailed to colleagues: that it came',
  'staff mail refused': 'The mail to colleagues was refused by our mail server',
  'staff address refused': 'Mailed to colleagues, but the address of one was refused',
  'mail given up': 'A mail could not leave, and was given up',
  'scan given up': 'The CV could not be scanned, and this was given up',
  'marked as spam': 'Marked as spam',
  released: 'Marked as not spam',
  'consent withdrawn': 'Consent withdrawn by the visitor',
  'newsletter confirmation sent': 'Mailed to the visitor: confirm the newsletter',
  'newsletter confirmed': 'Newsletter confirmed by the visitor',
  'the newsletter was answered already': 'No mail for the newsletter: it was answered before',
  'served by the newsletter mail of another request': 'No mail for the newsletter: that of another request does for this one, too',
  'mail came back for good': 'A mail came back: there is no such mailbox',
  'mail came back': 'A mail came back for now',
  'mail called spam': 'The visitor called a mail spam',
  'mail may go there again': 'Mails may go to this address again',
  'confirmation sent': 'Mailed to the applicant: that it arrived',
  'served by the confirmation of another application': 'No mail of its own: that of another application says that it arrived',
  'hr notified': 'Mailed to HR: that it came',
  'hr warned': 'Mailed to HR: the scanner found something in the CV',
  'CV opened': 'CV opened',
  'cv is clean': 'CV scanned: nothing was found',
  'cv is infected': 'CV scanned: something was found, and it is held back',
  'mail written': 'Mail written',
  'mail noted': 'Mail noted as sent',
  'mail sent': 'Mail sent',
  'made by hand': 'Made by hand',
  corrected: 'Corrected',
  'wrote again': 'Wrote again',
  'further request': 'A further request of the same person was confirmed',
  'linked to another address': 'Said to be the same person as under another address',
  'link to another address removed': 'Said not to be the same person as under another address',
  'removal announced': 'Said to be removed soon, unless something happens',
  'agreed to be kept': 'The applicant agreed that it is kept for longer',
} as const;

export type EventKind = keyof typeof eventNames | FieldEvent;

/** Words of a kind of entry. A kind without words, written by an earlier build, is shown by its key. */
export function eventName(kind: string): string {
  return (eventNames as Readonly<Record<string, string>>)[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1);
}
