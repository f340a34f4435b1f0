import { apiPaths } from '../../../contract/api.ts';
import { AGREED_PLACEHOLDER, TOKEN_PLACEHOLDER } from '../../../contract/page-marks.ts';
import type { VerifyState } from './verify-state.tsx';
import styles from './page.module.css';

export const homeLink = <a href="/">Go to the home page</a>;

export const subscriptionStates = {
  unsubscribe: {
    icon: 'mail',
    title: 'No more marketing from us?',
    lead: 'Press the button, and you withdraw your consent to marketing and to the newsletter, for the address that our mail went to.',
    form: [apiPaths.unsubscribe, 'Unsubscribe'],
    notes: [
      <>
        What you asked us for, such as a demo or a paper, still comes. <a href="/privacy#rights">What else you can ask of us</a>
      </>,
    ],
  },
  unsubscribed: {
    icon: 'check',
    title: 'You are unsubscribed',
    lead: 'We wrote down that you withdrew your consent: no marketing and no newsletter comes from us any more.',
    notes: [homeLink],
  },
  newsletter: {
    icon: 'mail',
    title: 'Confirm the newsletter',
    lead: 'Press the button, and the newsletter with news and research of the company comes to your address.',
    form: [apiPaths.newsletter, 'Send me the newsletter'],
    notes: ['You did not ask for it? Then close this page: without your confirmation there is no newsletter.'],
  },
  subscribed: {
    icon: 'check',
    title: 'The newsletter is confirmed',
    lead: (
      <>
        Thank you. You can <a href={`${apiPaths.unsubscribe}?token=${TOKEN_PLACEHOLDER}`}>unsubscribe</a> at any time, here or by the link
        in each newsletter and in the mail that you have just answered.
      </>
    ),
    notes: [homeLink],
  },
  'talent-pool': {
    icon: 'mail',
    title: 'May we keep your application?',
    lead: 'Press the button, and you agree to this, in the words of our mail:',
    body: <blockquote className={styles.words}>{AGREED_PLACEHOLDER}</blockquote>,
    form: [apiPaths.talentPool, 'Keep my application'],
    notes: ['You would rather not? Then close this page: without your consent we keep it no longer than we said.'],
  },
  'talent-pool-joined': {
    icon: 'check',
    title: 'We keep your application',
    lead: 'Thank you. You can withdraw your consent at any time, by the second link in our mail.',
    notes: [
      <a key="careers" href="/careers">
        Open positions
      </a>,
    ],
  },
  'talent-pool-leave': {
    icon: 'mail',
    title: 'No longer keep your application?',
    lead: 'Press the button, and you withdraw your consent. We then delete your application as our privacy policy says.',
    form: [apiPaths.leaveTalentPool, 'Withdraw my consent'],
    notes: [
      <>
        To have it deleted at once, write to us: <a href="/privacy#rights">what else you can ask of us</a>
      </>,
    ],
  },
  'talent-pool-left': {
    icon: 'check',
    title: 'You have withdrawn your consent',
    lead: 'We wrote it down. Your application is deleted as our privacy policy says.',
    notes: [
      <a key="privacy" href="/privacy">
        Privacy policy
      </a>,
    ],
  },
  'no-subscription': {
    icon: 'warning',
    title: 'This link is not valid',
    lead: 'It may have been cut short on its way, or it works no longer.',
    notes: [
      <>
        Write to us, and a person does what you ask: <a href="/privacy#controller">who is responsible</a>
      </>,
    ],
  },
} satisfies Record<string, VerifyState>;
