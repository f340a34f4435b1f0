/** Names of jobs at the desk, by what they send or do. Jobs without an entry are shown by their own names. */
const words: Readonly<Record<string, string>> = {
  'leads.verification-mail': 'Link to confirm',
  'leads.fresh-link': 'Fresh link to confirm',
  'leads.answer': 'Answer to a lead',
  'leads.meeting-mail': 'Mail to choose a time',
  'leads.paper-mail': 'Paper',
  'leads.staff-notice': 'Notice of a lead to staff',
  'bookings.visitor-mail': 'Mail about a meeting to the visitor',
  'bookings.staff-mail': 'Notice of a meeting to staff',
  'bookings.gathered-mail': 'Notice of many meetings from one place to staff',
  'bookings.flood-mail': 'Notice of meetings that were marked as spam to staff',
  'bookings.erased-mail': 'Notice of a meeting whose visitor was erased',
  'bookings.refresh-calendars': 'Reading of the company’s calendars',
  'messages.notice': 'Notice of a message to staff',
  'privacy.newsletter-mail': 'Newsletter confirmation',
  'recruiting.applicant-mail': 'Receipt to an applicant',
  'recruiting.application-mail': 'Answer to an applicant',
  'recruiting.hr-notice': 'Notice of an application to HR',
  'recruiting.infected-notice': 'Notice of an infected CV to HR',
  'recruiting.scan': 'Virus scan of a CV',
  'recruiting.remove-unused-uploads': 'Removal of unused uploads',
  'mail.ceiling-alarm': 'Alarm: many first mails',
  'alerts.alert': 'Alarm to OPS_MAIL',
  'alerts.weekly-word': 'Weekly summary to OPS_MAIL',
  'privacy.retention': 'Removal of what is old',
  'privacy.seal-consents': 'Seal of consents',
  'desk.sign-in-link': 'Link to sign in to the desk',
  'desk.notices': 'Notices to colleagues',
  'desk.told-action': 'Notice of what a colleague did',
  'desk.invitation': 'Invitation to the desk',
  'desk.new-address': 'Link to a new work address',
  'desk.address-changed': 'Notice to an old work address',
};

export function jobWords(name: string): string {
  return words[name] ?? name;
}
