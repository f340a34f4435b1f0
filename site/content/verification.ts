import { declared } from './declared.ts';

/** Words of the pages behind the links in mails, by state. */
export const linkPages = declared('verification', {
  home: 'Go to the home page',
  ask: {
    title: 'Confirm your email address',
    lead: 'Press the button, and we know that this address is yours and that the request came from you.',
    button: 'Confirm my email address',
    note: 'You did not write to us? Then close this page: without your confirmation we send nothing more.',
  },
  pick: {
    title: 'Which of these did you send?',
    lead: 'Several requests with your email address wait to be confirmed. Tick those that came from you; the others stay unconfirmed.',
    alert: 'Nothing is ticked. Tick the requests that you sent, or tell us that none of them is yours.',
    legend: 'Requests that wait',
    button: 'Confirm what I ticked',
    none: 'None of these was me',
  },
  declined: {
    title: 'Thank you for telling us',
    lead: 'Nothing is confirmed, and we send nothing more for these requests.',
  },
  used: {
    title: 'Already confirmed',
    lead: 'Your email address is confirmed. There is nothing more for you to do here.',
    button: 'Continue',
  },
  expired: {
    title: 'This link has expired',
    lead: 'The links in our emails work for a limited time. Your request is still with us, and so is everything you told us.',
    button: 'Send me a new link',
  },
  superseded: {
    title: 'There is a newer link',
    lead: 'We have sent you another email since this one, and only the newest link works. Please open that email.',
    text: 'You cannot find it? Look in your spam folder, or let us send it once more.',
    button: 'Send me a new link',
  },
  unknown: {
    title: 'This link is not valid',
    lead: 'It may have been cut short on its way, or the request it belongs to is no longer with us.',
    text: 'Tell us the email address that you gave us. If a request for it waits to be confirmed, we send a new link there.',
    address: 'Email',
    button: 'Send me a new link',
  },
  sent: {
    title: 'Check your email',
    lead: 'If there is an unconfirmed request for this address, a new link is on its way.',
    note: 'It can take a few minutes. If you do not see the email, please look in your spam folder. We send only a few emails an hour to one address, so please do not ask many times in a row.',
  },
  unavailable: {
    title: 'Please try again in a moment',
    lead: 'We cannot look up your request just now. Nothing is lost, and your link stays good.',
    button: 'Try again',
  },
  unsubscribe: {
    title: 'No more marketing from us?',
    lead: 'Press the button, and you withdraw your consent to marketing and to the newsletter, for the address that our mail went to.',
    button: 'Unsubscribe',
    note: 'What you asked us for, such as a demo or a paper, still comes.',
    more: 'What else you can ask of us',
  },
  unsubscribed: {
    title: 'You are unsubscribed',
    lead: 'We wrote down that you withdrew your consent: no marketing and no newsletter comes from us any more.',
  },
  newsletter: {
    title: 'Confirm the newsletter',
    lead: 'Press the button, and the newsletter with news and research of the company comes to your address.',
    button: 'Send me the newsletter',
    note: 'You did not ask for it? Then close this page: without your confirmation there is no newsletter.',
  },
  subscribed: {
    title: 'The newsletter is confirmed',
    before: 'Thank you. You can',
    unsubscribe: 'unsubscribe',
    after: 'at any time, here or by the link in each newsletter and in the mail that you have just answered.',
  },
  'talent-pool': {
    title: 'May we keep your application?',
    lead: 'Press the button, and you agree to this, in the words of our mail:',
    button: 'Keep my application',
    note: 'You would rather not? Then close this page: without your consent we keep it no longer than we said.',
  },
  'talent-pool-joined': {
    title: 'We keep your application',
    lead: 'Thank you. You can withdraw your consent at any time, by the second link in our mail.',
    more: 'Open positions',
  },
  'talent-pool-leave': {
    title: 'No longer keep your application?',
    lead: 'Press the button, and you withdraw your consent. We then delete your application as our privacy policy says.',
    button: 'Withdraw my consent',
    note: 'To have it deleted at once, write to us:',
    more: 'what else you can ask of us',
  },
  'talent-pool-left': {
    title: 'You have withdrawn your consent',
    lead: 'We wrote it down. Your application is deleted as our privacy policy says.',
    more: 'Privacy policy',
  },
  'no-subscription': {
    title: 'This link is not valid',
    lead: 'It may have been cut short on its way, or it works no longer.',
    note: 'Write to us, and a person does what you ask:',
    more: 'who is responsible',
  },
});
